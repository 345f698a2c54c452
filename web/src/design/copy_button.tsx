import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { texts, useTexts } from "../language/texts";
import { useAnnouncer } from "./announcer";
import { IconButton } from "./button";

const WORDS = texts(
  { done: "Copied", failed: "It could not be copied; mark it and copy it by hand." },
  { done: "Copiado", failed: "Não foi possível copiar; selecione e copie à mão." },
);

/** Copies a text, and shows for a moment that it did. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const t = useTexts(WORDS);
  const { say, notify } = useAnnouncer();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      say(t.done);
    } catch {
      notify(t.failed, "failed");
    }
  };
  return (
    <IconButton label={label} onClick={() => void copy()}>
      {done ? <Check /> : <Copy />}
    </IconButton>
  );
}
