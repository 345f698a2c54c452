import { memo } from "react";
import type { Conversation } from "../conversation/conversation";
import type { Entry } from "../conversation/entry";
import { texts, useTexts } from "../language/texts";
import { isOver } from "../stream/turn_view";
import { AnswerParts } from "./answer_parts";
import { ApprovalCard } from "./approval_card";
import { ChoiceButtons } from "./choice_buttons";
import { ConnectionNote } from "./connection_note";
import { GuardNotes } from "./guard_notes";
import { QuestionBubble } from "./question_bubble";
import { RefusedCard } from "./refused_card";
import { TurnEnding } from "./turn_ending";
import { TurnFooter } from "./turn_footer";
import styles from "./turn_item.module.css";
import { TurnProgress } from "./turn_progress";

const WORDS = texts({ turn: "Message and answer" }, { turn: "Mensagem e resposta" });

/** What turns need to know of each other. */
export interface ConversationFacts {
  /** How approvals were answered, by their ids. */
  decided: ReadonlyMap<string, boolean>;
  /** Approvals that wait for nobody any more, however that came. */
  settled: ReadonlySet<string>;
  /** What components of the page were answered with, by their ids. */
  answers: ReadonlyMap<string, string>;
}

interface Props {
  entry: Entry;
  conversation: Conversation;
  /** The latest turn that moved the conversation: its question is the one that is open. */
  isLatest: boolean;
  facts: ConversationFacts;
}

/** One message and what came of it. */
export const TurnItem = memo(function TurnItem(props: Props) {
  const { entry, conversation, isLatest, facts } = props;
  const t = useTexts(WORDS);
  const { view } = entry;
  return (
    <article className={styles.turn} aria-label={t.turn} data-turn={entry.turn ?? ""}>
      {entry.question !== null && <QuestionBubble question={entry.question} />}
      {entry.refused !== null && <RefusedCard entry={entry} conversation={conversation} />}
      <ConnectionNote entry={entry} onDrop={() => conversation.drop(entry.key)} />
      <TurnProgress view={view} workflow={entry.workflow} waits={entry.turn !== null} />
      <AnswerParts
        view={view}
        conversation={conversation}
        isLatest={isLatest}
        answers={facts.answers}
      />
      <GuardNotes guards={view.guards} />
      <TurnEnding view={view} entry={entry} conversation={conversation} />
      {view.approvals.map((asked) => (
        <ApprovalCard
          key={asked.approval}
          asked={asked}
          decided={facts.decided.get(asked.approval) ?? null}
          settled={facts.settled.has(asked.approval)}
          conversation={conversation}
        />
      ))}
      {view.choices !== null && isOver(view) && (
        <ChoiceButtons choices={view.choices} open={isLatest} conversation={conversation} />
      )}
      {isOver(view) && entry.turn !== null && hasAnswer(entry) && (
        <TurnFooter entry={entry} turn={entry.turn} conversation={conversation} />
      )}
    </article>
  );
});

/** A file is answered by nobody, what people write is not rated, and a mere question for a decision is nothing to rate. */
function hasAnswer({ question, view }: Entry): boolean {
  if (question?.kind === "file" || question?.kind === "blocked") return false;
  const people = view.parts.some((part) => part.kind === "staff" || part.kind === "handover");
  return (view.parts.length > 0 && !people) || view.error !== null;
}
