import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/request";
import type { components } from "../contract/api";
import { Button } from "../design/button";
import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { calledWho } from "./handover_line";
import styles from "./people.module.css";

export type SessionHandover = components["schemas"]["SessionHandover"];

/** How often the place in the queue is asked for; what is written comes by itself. */
const LOOK_MS = 15_000;
const WORDS = texts(
  {
    label: "Who has the conversation",
    with: (who: string) => `You are talking to ${who}.`,
    next: "You are next.",
    place: (place: number) => `You are number ${place} in the queue.`,
    waiting: (title: string) => `Waiting for ${title}.`,
    closed: "Nobody is there right now.",
    opens: (when: string) => `Somebody is there again ${when}.`,
    kept: "What you write is kept for them.",
    back: "Back to the assistant",
  },
  {
    label: "Quem está com a conversa",
    with: (who: string) => `Você está falando com ${who}.`,
    next: "Você é o próximo da fila.",
    place: (place: number) => `Você é o número ${place} da fila.`,
    waiting: (title: string) => `Esperando por ${title}.`,
    closed: "Agora não há ninguém.",
    opens: (when: string) => `Haverá alguém de novo ${when}.`,
    kept: "O que você escrever fica guardado para a equipe.",
    back: "Voltar ao robô",
  },
);

interface Props {
  session: string;
  known: SessionHandover;
  /** Say that the assistant is wanted back. */
  onBack: (words: string) => void;
}

/** Who has the conversation while it is not the assistant, and the way back to it. */
export function HandoverBanner({ session, known, onBack }: Props) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const read = useQuery({
    queryKey: ["sessions", session, "handover"],
    queryFn: () =>
      dataOf(
        api.GET("/sessions/{session_id}/handover", { params: { path: { session_id: session } } }),
      ),
    enabled: known.status === "waiting",
    refetchInterval: LOOK_MS,
  });
  const now = known.status === "waiting" ? (read.data ?? known) : known;
  return (
    <section className={styles.banner} data-status={now.status} aria-label={t.label}>
      <p role="status">{told(now, t, LOCALE[language])}</p>
      <Button onClick={() => onBack(t.back)}>{t.back}</Button>
    </section>
  );
}

function told(now: SessionHandover, t: (typeof WORDS)["en"], locale: string): string {
  if (now.status === "taken") return t.with(calledWho(now.name, now.title));
  if (!now.open) {
    const when = now.opens_at
      ? new Date(now.opens_at).toLocaleString(locale, {
          weekday: "long",
          hour: "2-digit",
          minute: "2-digit",
        })
      : null;
    return [t.waiting(now.title), t.closed, when && t.opens(when), t.kept]
      .filter(Boolean)
      .join(" ");
  }
  const place = now.place === 1 ? t.next : now.place ? t.place(now.place) : null;
  return [t.waiting(now.title), place, t.kept].filter(Boolean).join(" ");
}
