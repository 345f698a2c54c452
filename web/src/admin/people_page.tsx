import { UserPlus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Button } from "../design/button";
import { Empty, Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { AddPerson } from "./add_person";
import styles from "./admin.module.css";
import { EditPerson } from "./edit_person";
import { type PeopleFilter, usePeople } from "./people";
import { PeopleFilters } from "./people_filters";
import { PeopleTable } from "./people_table";

const WORDS = texts(
  {
    add: "Add a person",
    none: "Nobody is like that",
    noneMore: "Look for less, or for another role.",
    more: "Show more",
  },
  {
    add: "Adicionar pessoa",
    none: "Ninguém corresponde",
    noneMore: "Busque por menos, ou por outro papel.",
    more: "Mostrar mais",
  },
);
const ALL: PeopleFilter = { search: "", role: "", state: "" };

/** The people of the organisation. */
export function PeoplePage() {
  const t = useTexts(WORDS);
  const [filter, setFilter] = useState(ALL);
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<string | null>(null);
  const people = usePeople(useDeferredValue(filter));
  const found = people.data?.pages.flatMap((page) => page.people) ?? [];
  const person = found.find((one) => one.id === edited);
  return (
    <>
      <div className={styles.bar}>
        <PeopleFilters filter={filter} onChange={setFilter} />
        <Button look="primary" icon={<UserPlus />} onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      </div>
      {people.isPending && <Loading />}
      {people.error !== null && found.length === 0 && (
        <Failed error={people.error} onRetry={() => void people.refetch()} />
      )}
      {people.isSuccess && found.length === 0 && (
        <Empty title={t.none}>
          <p>{t.noneMore}</p>
        </Empty>
      )}
      {found.length > 0 && <PeopleTable people={found} onEdit={setEdited} />}
      {people.hasNextPage && (
        <Button busy={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
          {t.more}
        </Button>
      )}
      {adding && <AddPerson onClose={() => setAdding(false)} />}
      {person !== undefined && (
        <EditPerson key={person.id} person={person} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
