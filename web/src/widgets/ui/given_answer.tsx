import { useLanguage } from "../../session/preferences";
import styles from "../ui_component.module.css";
import { written } from "../values";
import { asSchema, fieldsOf, readable } from "./answer_schema";

interface Props {
  answer: unknown;
  schema: Readonly<Record<string, unknown>>;
}

/** What somebody has answered a component, to be read again. */
export function GivenAnswer({ answer, schema }: Props) {
  const language = useLanguage();
  const value = valueIn(answer);
  const given = asSchema(value);
  if (given === null) return <p className={styles.told}>{written(value, language)}</p>;
  const labels = new Map(fieldsOf(schema)?.map(({ name, label }) => [name, label]));
  return (
    <dl className={styles.given}>
      {Object.entries(given).map(([name, one]) => (
        <div key={name} className={styles.pair}>
          <dt>{labels.get(name) ?? readable(name)}</dt>
          <dd>{written(one, language)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A stored message keeps an answer as the text that was sent: `{"id": …, "value": …}`. */
function valueIn(answer: unknown): unknown {
  if (typeof answer !== "string") return answer;
  try {
    const read: unknown = JSON.parse(answer);
    const known = asSchema(read);
    return known !== null && "value" in known ? known.value : read;
  } catch {
    return answer;
  }
}
