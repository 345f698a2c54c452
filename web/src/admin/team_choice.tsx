import { texts, useTexts } from "../language/texts";
import styles from "./admin.module.css";
import { useTeams } from "./people";

const WORDS = texts(
  { none: "The project names no team yet (`teams` in batuta.yaml)." },
  { none: "O projeto ainda não tem equipes (`teams` em batuta.yaml)." },
);

interface Props {
  legend: string;
  chosen: readonly string[];
  onChange: (teams: string[]) => void;
}

/** Whose conversations somebody of the staff answers. */
export function TeamChoice({ legend, chosen, onChange }: Props) {
  const t = useTexts(WORDS);
  const known = useTeams().data ?? [];
  const all = [...new Set([...known, ...chosen])];
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {all.length === 0 && <p className={styles.may}>{t.none}</p>}
      {all.map((team) => (
        <label key={team} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(team)}
            onChange={(event) =>
              onChange(
                all.filter((one) => (one === team ? event.target.checked : chosen.includes(one))),
              )
            }
          />
          <span>{team.replaceAll("_", " ")}</span>
        </label>
      ))}
    </fieldset>
  );
}
