import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Link } from "wouter";
import { Button } from "../design/button";
import { Empty, Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { DashboardCard } from "./dashboard_card";
import { type DashboardItem, useDashboards } from "./dashboards_api";
import { DeleteDialog } from "./delete_dialog";
import styles from "./gallery.module.css";

const WORDS = texts(
  {
    title: "Dashboards",
    search: "Search by title",
    more: "Show more",
    none: "No dashboards yet",
    how: "A dashboard is made by talking: send a table into a conversation, ask about it, and say",
    say: "“create a dashboard”",
    chat: "Go to the chat",
    noMatch: (text: string) => `No title holds “${text}”`,
    clear: "Show all",
  },
  {
    title: "Dashboards",
    search: "Buscar pelo título",
    more: "Mostrar mais",
    none: "Ainda não há dashboards",
    how: "Um dashboard nasce de uma conversa: envie uma tabela, faça perguntas sobre ela e diga",
    say: "“cria um dashboard”",
    chat: "Ir para a conversa",
    noMatch: (text: string) => `Nenhum título contém “${text}”`,
    clear: "Mostrar todos",
  },
);

/** All dashboards of the person, the one changed last first. */
export function Gallery() {
  const t = useTexts(WORDS);
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const found = useDashboards(search);
  const [leaving, setLeaving] = useState<DashboardItem | null>(null);
  const items = found.data?.pages.flatMap((page) => page.dashboards) ?? [];
  return (
    <div className={styles.gallery}>
      <header className={styles.head}>
        <h1>{t.title}</h1>
        <label className={styles.search}>
          <Search aria-hidden="true" />
          <span className="hidden">{t.search}</span>
          <input
            type="search"
            value={typed}
            maxLength={200}
            placeholder={t.search}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </header>
      {found.error !== null && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {found.isSuccess && items.length === 0 && search !== "" && (
        <Empty title={t.noMatch(search)}>
          <Button onClick={() => setTyped("")}>{t.clear}</Button>
        </Empty>
      )}
      {found.isSuccess && items.length === 0 && search === "" && (
        <Empty title={t.none}>
          <p>
            {t.how} <strong>{t.say}</strong>.
          </p>
          <Link href="/c">{t.chat}</Link>
        </Empty>
      )}
      <ul className={styles.cards} aria-busy={found.isFetching}>
        {items.map((item) => (
          <DashboardCard key={item.id} item={item} onDelete={() => setLeaving(item)} />
        ))}
      </ul>
      {found.hasNextPage && (
        <div className={styles.more}>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      )}
      {leaving !== null && (
        <DeleteDialog id={leaving.id} title={leaving.title} onDone={() => setLeaving(null)} />
      )}
    </div>
  );
}
