import { Code, Maximize2, RotateCw } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../design/button";
import { Dialog } from "../design/dialog";
import { Failed } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { ArtifactFrame } from "./artifact_frame";
import styles from "./artifact_widget.module.css";
import { useArtifact } from "./artifacts";
import type { ArtifactShown } from "./widget";
import { WidgetCard } from "./widget_card";

const WORDS = texts(
  {
    code: "Show the code",
    open: "Open large",
    again: "Load again",
    note: "Written by the model; runs closed off",
  },
  {
    code: "Ver o código",
    open: "Abrir ampliado",
    again: "Carregar de novo",
    note: "Escrito pelo modelo; roda isolado",
  },
);

/** HTML or SVG of an answer: in a closed frame, as code, or large in front of the page. */
export default function ArtifactWidget({ artifact }: { artifact: ArtifactShown }) {
  const t = useTexts(WORDS);
  const known = useArtifact(artifact.id);
  const [code, setCode] = useState(!framed(artifact));
  const [large, setLarge] = useState(false);
  const frame = known.data === undefined ? null : known.data.frame;
  const tools = (
    <>
      {framed(artifact) && (
        <>
          <IconButton label={t.code} aria-pressed={code} onClick={() => setCode(!code)}>
            <Code />
          </IconButton>
          <IconButton label={t.again} onClick={() => void known.refetch()}>
            <RotateCw />
          </IconButton>
          <IconButton label={t.open} disabled={frame === null} onClick={() => setLarge(true)}>
            <Maximize2 />
          </IconButton>
        </>
      )}
    </>
  );
  return (
    <WidgetCard title={artifact.title} tools={tools} {...(framed(artifact) && { note: t.note })}>
      <div className={styles.room} data-code={code}>
        {known.error !== null && (
          <Failed error={known.error} onRetry={() => void known.refetch()} />
        )}
        {code && known.data !== undefined && (
          <Source text={known.data.content} title={artifact.title} />
        )}
        {!code && frame !== null && (
          <ArtifactFrame key={known.dataUpdatedAt} address={frame} title={artifact.title} />
        )}
      </div>
      {large && frame !== null && (
        <Dialog title={artifact.title} wide onClose={() => setLarge(false)}>
          <div className={styles.large}>
            <ArtifactFrame key={frame} address={frame} title={artifact.title} fill />
          </div>
        </Dialog>
      )}
    </WidgetCard>
  );
}

/** What has no frame of its own (jsx, say) is read as code. */
function framed(artifact: ArtifactShown): boolean {
  return artifact.kind === "html" || artifact.kind === "svg";
}

function Source({ text, title }: { text: string; title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={styles.code} tabIndex={0} aria-label={title}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}
