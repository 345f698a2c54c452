import { Gauge, Keyboard } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ConversationState } from "../conversation/conversation";
import { IconButton } from "../design/button";
import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { costOf, useUsageWords } from "../turn/usage_line";
import styles from "./chat_header.module.css";

const UsageDialog = lazy(() =>
  import("./usage_dialog").then((of) => ({ default: of.UsageDialog })),
);
const WORDS = texts(
  {
    fresh: "New conversation",
    untitled: "Conversation",
    keys: "Keys (?)",
    usage: "What I have used",
    tokens: "tokens",
    since: "in what is shown of this conversation",
  },
  {
    fresh: "Nova conversa",
    untitled: "Conversa",
    keys: "Teclas (?)",
    usage: "O que eu consumi",
    tokens: "tokens",
    since: "no que é mostrado desta conversa",
  },
);

/** What the conversation is called, and what it has taken so far. */
export function ChatHeader({ state, onHelp }: { state: ConversationState; onHelp: () => void }) {
  const t = useTexts(WORDS);
  const [usage, setUsage] = useState(false);
  const words = useUsageWords();
  const language = useLanguage();
  const used = state.entries.flatMap(({ view }) => (view.usage === null ? [] : [view.usage]));
  const tokens = used.reduce((sum, one) => sum + one.input + one.output, 0);
  const cost = used.reduce<number | null>(
    (sum, one) => (sum === null || one.cost_usd === undefined ? null : sum + one.cost_usd),
    0,
  );
  const first = state.entries.find((entry) => entry.question?.kind === "text")?.question;
  const title = state.title ?? (first?.kind === "text" ? first.text.slice(0, 80) : null);
  return (
    <header className={styles.header}>
      <h1>{title ?? (state.entries.length === 0 ? t.fresh : t.untitled)}</h1>
      {tokens > 0 && (
        <p className={styles.used} title={t.since}>
          {tokens.toLocaleString(LOCALE[language])} {t.tokens} · {costOf(cost, words)}
        </p>
      )}
      <IconButton label={t.usage} onClick={() => setUsage(true)}>
        <Gauge />
      </IconButton>
      <IconButton label={t.keys} onClick={onHelp} className={styles.keys}>
        <Keyboard />
      </IconButton>
      {usage && (
        <Suspense>
          <UsageDialog onClose={() => setUsage(false)} />
        </Suspense>
      )}
    </header>
  );
}
