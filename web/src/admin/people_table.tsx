import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import styles from "./admin.module.css";
import type { Person } from "./people";
import { ROLE_WORDS } from "./role_words";

const WORDS = texts(
  {
    people: "People",
    email: "E-mail",
    roles: "Roles",
    by: "Signs in by",
    last: "Last sign-in",
    never: "never",
    disabled: "Shut out",
    password: "Password",
    issuer: "Outside account",
    link: "Link",
    edit: (email: string) => `Change ${email}`,
  },
  {
    people: "Pessoas",
    email: "E-mail",
    roles: "Papéis",
    by: "Entra por",
    last: "Último acesso",
    never: "nunca",
    disabled: "Bloqueada",
    password: "Senha",
    issuer: "Conta externa",
    link: "Link",
    edit: (email: string) => `Alterar ${email}`,
  },
);

interface Props {
  people: readonly Person[];
  onEdit: (id: string) => void;
}

/** Accounts, one a line; the e-mail opens what may be done with one. */
export function PeopleTable({ people, onEdit }: Props) {
  const t = useTexts(WORDS);
  const roles = useTexts(ROLE_WORDS);
  const locale = LOCALE[useLanguage()];
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="hidden">{t.people}</caption>
        <thead>
          <tr>
            <th scope="col">{t.email}</th>
            <th scope="col">{t.roles}</th>
            <th scope="col">{t.by}</th>
            <th scope="col">{t.last}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id} data-disabled={person.disabled}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.open}
                  aria-label={t.edit(person.email)}
                  onClick={() => onEdit(person.id)}
                >
                  {person.email}
                </button>
              </th>
              <td>
                {person.disabled && <span className={styles.out}>{t.disabled}</span>}
                {person.roles.map((role) => (
                  <span key={role} className={styles.chip}>
                    {roles[role]}
                  </span>
                ))}
              </td>
              <td>{t[person.signs_in_by]}</td>
              <td>
                {person.last_sign_in_at === null
                  ? t.never
                  : when.format(new Date(person.last_sign_in_at))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
