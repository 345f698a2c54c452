import { CopyButton } from "../design/copy_button";
import { texts, useTexts } from "../language/texts";
import styles from "./admin.module.css";
import type { PersonLink } from "./people";

const WORDS = texts(
  {
    login: "Whoever opens this is signed in as this person.",
    reset: "Whoever opens this chooses this person's password.",
    life: (minutes: number) => `It works once, within ${minutes} minutes. It is shown only here.`,
    address: "One-time link",
    copy: "Copy the link",
  },
  {
    login: "Quem abrir isto entra como esta pessoa.",
    reset: "Quem abrir isto escolhe a senha desta pessoa.",
    life: (minutes: number) => `Funciona uma vez, em até ${minutes} minutos. Só aparece aqui.`,
    address: "Link de uso único",
    copy: "Copiar o link",
  },
);

/** A one-time link, to be handed to its person by other means. */
export function LinkBox({ link }: { link: PersonLink }) {
  const t = useTexts(WORDS);
  const url = new URL(link.url, location.origin).href;
  return (
    <div className={styles.link} role="status">
      <p>
        {t[link.kind]} {t.life(Math.round(link.expires_in / 60))}
      </p>
      <div className={styles.address}>
        <input
          readOnly
          aria-label={t.address}
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton label={t.copy} text={url} />
      </div>
    </div>
  );
}
