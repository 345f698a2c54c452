import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { copied } from "../widgets/save";
import styles from "./dialogs.module.css";

const WORDS = texts(
  {
    link: "The new link",
    once: "It is shown this once. Copy it now; nobody can read it again.",
    copy: "Copy",
    copied: "Link copied",
    not: "The browser did not let it be copied; mark it and copy it by hand.",
  },
  {
    link: "O novo link",
    once: "Ele aparece só desta vez. Copie agora; depois ninguém mais consegue ler.",
    copy: "Copiar",
    copied: "Link copiado",
    not: "O navegador não permitiu copiar; selecione e copie à mão.",
  },
);

/** A link that was just made, to be taken along. */
export function NewLink({ url }: { url: string }) {
  const t = useTexts(WORDS);
  const { notify } = useAnnouncer();
  const field = useRef<HTMLInputElement>(null);
  const address = new URL(url, location.origin).href;
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    const done = await copied(address);
    notify(done ? t.copied : t.not, done ? "done" : "failed");
  };
  return (
    <div className={styles.link} role="status">
      <div className={styles.row}>
        <input
          ref={field}
          readOnly
          aria-label={t.link}
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <Button icon={<Copy />} onClick={() => void copy()}>
          {t.copy}
        </Button>
      </div>
      <p>{t.once}</p>
    </div>
  );
}
