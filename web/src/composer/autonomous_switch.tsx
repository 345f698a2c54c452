import { useId } from "react";
import { useAccountPreferences, useSetAccountPreferences } from "../api/account_preferences";
import { texts, useTexts } from "../language/texts";
import styles from "./autonomous_switch.module.css";

const WORDS = texts(
  {
    label: "Act without asking",
    what: "On: tools that change something run without asking you first. What a rule always asks about is asked all the same. It holds from the next message on, in all conversations.",
  },
  {
    label: "Agir sem perguntar",
    what: "Ligado: ferramentas que mudam algo rodam sem perguntar antes. O que uma regra sempre pergunta continua sendo perguntado. Vale a partir da próxima mensagem, em todas as conversas.",
  },
);

/** Whether tools that otherwise ask run without asking. */
export function AutonomousSwitch() {
  const t = useTexts(WORDS);
  const id = useId();
  const preferences = useAccountPreferences().data;
  const set = useSetAccountPreferences();
  if (preferences === undefined) return null;
  return (
    <span className={styles.switch} title={t.what}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={preferences.autonomous}
        aria-checked={preferences.autonomous}
        aria-describedby={`${id}-what`}
        onChange={(event) => set.mutate({ ...preferences, autonomous: event.target.checked })}
      />
      <label htmlFor={id}>{t.label}</label>
      <span id={`${id}-what`} className="hidden">
        {t.what}
      </span>
    </span>
  );
}
