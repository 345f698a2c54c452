import { Button } from "../design/button";
import { LANGUAGES, type Language } from "../language/texts";
import styles from "./language_switch.module.css";
import { prefer, useLanguage } from "./preferences";

const NAMES: Readonly<Record<Language, string>> = { en: "English", pt: "Português" };

/** The languages of the pages, each by its own name. */
export function LanguageSwitch() {
  const language = useLanguage();
  return (
    <div className={styles.switch}>
      {LANGUAGES.map((one) => (
        <Button
          key={one}
          look="quiet"
          lang={one === "pt" ? "pt-BR" : "en"}
          aria-pressed={one === language}
          onClick={() => prefer("language", one)}
        >
          {NAMES[one]}
        </Button>
      ))}
    </div>
  );
}
