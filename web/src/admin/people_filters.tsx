import { texts, useTexts } from "../language/texts";
import styles from "./admin.module.css";
import { type PeopleFilter, type PersonState, ROLES } from "./people";
import { ROLE_WORDS } from "./role_words";

const WORDS = texts(
  {
    search: "Search by e-mail",
    role: "Role",
    state: "State",
    all: "All",
    active: "Active",
    new: "Never signed in",
    disabled: "Shut out",
  },
  {
    search: "Buscar por e-mail",
    role: "Papel",
    state: "Situação",
    all: "Todos",
    active: "Ativos",
    new: "Nunca entraram",
    disabled: "Bloqueados",
  },
);
const STATES: readonly PersonState[] = ["active", "new", "disabled"];

interface Props {
  filter: PeopleFilter;
  onChange: (filter: PeopleFilter) => void;
}

/** Who is looked for. */
export function PeopleFilters({ filter, onChange }: Props) {
  const t = useTexts(WORDS);
  const roles = useTexts(ROLE_WORDS);
  return (
    <search className={styles.filters}>
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        maxLength={254}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.target.value })}
      />
      <label className={styles.filter}>
        {t.role}
        <select
          value={filter.role}
          onChange={(event) =>
            onChange({ ...filter, role: ROLES.find((one) => one === event.target.value) ?? "" })
          }
        >
          <option value="">{t.all}</option>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {roles[role]}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.filter}>
        {t.state}
        <select
          value={filter.state}
          onChange={(event) =>
            onChange({ ...filter, state: STATES.find((one) => one === event.target.value) ?? "" })
          }
        >
          <option value="">{t.all}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {t[state]}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
}
