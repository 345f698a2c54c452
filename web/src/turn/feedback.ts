/** What the person said of an answer: sent, and remembered until it is read again. */
import { useState } from "react";
import { Problem } from "../api/problem";
import { api } from "../api/request";
import type { Feedback } from "../conversation/entry";
import { useAnnouncer } from "../design/announcer";
import { texts, useTexts } from "../language/texts";
import { useProblemWords } from "./problem_words";

export type FeedbackType = "positive" | "negative" | "correction" | "preference";

const WORDS = texts({ thanks: "Thank you, noted." }, { thanks: "Obrigado, anotado." });
const sent = new Map<string, Feedback>();

type Send = (
  type: FeedbackType,
  comment?: string,
  data?: Record<string, unknown>,
) => Promise<boolean>;

/** Return what was said of a turn, and how to say it; `stored` was said before. */
export function useSentFeedback(turn: string, stored: Feedback | null): [Feedback | null, Send] {
  const t = useTexts(WORDS);
  const words = useProblemWords();
  const { notify } = useAnnouncer();
  const [given, setGiven] = useState<Feedback | null>(sent.get(turn) ?? null);
  const send: Send = async (type, comment, data) => {
    try {
      const more = { ...(comment ? { comment } : {}), ...(data ? { data } : {}) };
      await api.POST("/feedback", { body: { turn_id: turn, type, ...more } });
    } catch (error) {
      notify(error instanceof Problem ? words(error) : String(error), "failed");
      return false;
    }
    const shown = type === "positive" ? "positive" : "negative";
    sent.set(turn, shown);
    setGiven(shown);
    notify(t.thanks);
    return true;
  };
  return [given ?? stored, send];
}
