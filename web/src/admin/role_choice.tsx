import { useTexts } from "../language/texts";
import styles from "./admin.module.css";
import { ROLES, type Role } from "./people";
import { ROLE_WORDS } from "./role_words";

interface Props {
  legend: string;
  chosen: readonly Role[];
  onChange: (roles: Role[]) => void;
}

/** Any of the roles. */
export function RoleChoice({ legend, chosen, onChange }: Props) {
  const t = useTexts(ROLE_WORDS);
  const turn = (role: Role, on: boolean) =>
    onChange(ROLES.filter((one) => (one === role ? on : chosen.includes(one))));
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {ROLES.map((role) => (
        <label key={role} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(role)}
            onChange={(event) => turn(role, event.target.checked)}
          />
          <span>
            {t[role]}
            <span className={styles.may}>{t[`${role}May`]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
