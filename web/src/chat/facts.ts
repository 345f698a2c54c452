/** What the turns of a conversation need to know of each other; the same object until it changes. */
import { useMemo } from "react";
import type { ConversationState } from "../conversation/conversation";
import type { Question } from "../conversation/entry";
import type { ConversationFacts } from "../turn/turn_item";

export function useFacts({ entries, settled }: ConversationState): ConversationFacts {
  const told = entries.flatMap(({ question }) => (isAnswer(question) ? [question] : []));
  const mark = told.map((one) => (one.kind === "approval" ? one.approval : one.id)).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer, once given, never changes
  return useMemo(() => {
    const decided = new Map<string, boolean>();
    const answers = new Map<string, string>();
    for (const one of told) {
      if (one.kind === "approval") decided.set(one.approval, one.approve);
      else answers.set(one.id, one.text);
    }
    return { decided, answers, settled };
  }, [mark, settled]);
}

type Answer = Extract<Question, { kind: "approval" | "ui_result" }>;

function isAnswer(question: Question | null): question is Answer {
  return question?.kind === "approval" || question?.kind === "ui_result";
}
