import { useQueryClient } from "@tanstack/react-query";
import { ChevronUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "../design/button";
import { texts, useTexts } from "../language/texts";
import styles from "./account_menu.module.css";
import { LanguageSwitch } from "./language_switch";
import { ME, useMe } from "./me";
import { prefer, THEMES, usePreferences } from "./preferences";
import { signOut } from "./sign_in_api";

const WORDS = texts(
  {
    account: "Account and settings",
    theme: "Colours",
    system: "As the system",
    light: "Light",
    dark: "Dark",
    still: "Reduce motion",
    leave: "Sign out",
  },
  {
    account: "Conta e configurações",
    theme: "Cores",
    system: "Como no sistema",
    light: "Claro",
    dark: "Escuro",
    still: "Reduzir movimento",
    leave: "Sair",
  },
);

/** Who is signed in, and how the pages look to them. */
export function AccountMenu() {
  const t = useTexts(WORDS);
  const me = useMe().data;
  const queries = useQueryClient();
  const { theme, motion } = usePreferences();
  const menu = useRef<HTMLDetailsElement>(null);
  const leave = async () => {
    await signOut();
    queries.clear();
    await queries.resetQueries({ queryKey: ME });
    window.location.assign("/app/");
  };
  return (
    <details ref={menu} className={styles.account}>
      <summary>
        <span className="hidden">{t.account}: </span>
        <span className={styles.who}>{me?.email}</span>
        <ChevronUp aria-hidden="true" />
      </summary>
      <div className={styles.choices}>
        <LanguageSwitch />
        <label className={styles.line}>
          {t.theme}
          <select
            value={theme}
            onChange={(event) =>
              prefer("theme", THEMES.find((one) => one === event.target.value) ?? "system")
            }
          >
            {THEMES.map((one) => (
              <option key={one} value={one}>
                {t[one]}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.line}>
          {t.still}
          <input
            type="checkbox"
            checked={motion === "none"}
            onChange={(event) => prefer("motion", event.target.checked ? "none" : "system")}
          />
        </label>
        <Button onClick={() => void leave()}>{t.leave}</Button>
      </div>
    </details>
  );
}
