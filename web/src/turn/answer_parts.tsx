import type { Conversation } from "../conversation/conversation";
import { HandoverLine } from "../people/handover_line";
import { StaffMessage } from "../people/staff_message";
import { isOver, type Part, type TurnView } from "../stream/turn_view";
import { UiComponent } from "../widgets/ui_component";
import { WidgetView } from "../widgets/widget_view";
import styles from "./answer_parts.module.css";
import { TaskList } from "./task_list";
import { TextPartView } from "./text_part";
import { ToolCard } from "./tool_card";

interface Props {
  view: TurnView;
  conversation: Conversation;
  isLatest: boolean;
  /** What components of the page were answered with, by their ids. */
  answers: ReadonlyMap<string, string>;
}

/** An answer in the order in which it came: words, tools, plans, widgets. */
export function AnswerParts({ view, conversation, isLatest, answers }: Props) {
  const over = isOver(view);
  return (
    <div className={styles.parts}>
      {view.parts.map((part, place) => (
        <PartView
          key={keyOf(part, place)}
          part={part}
          writing={!over && place === view.parts.length - 1}
          answers={answers}
          onAnswer={isLatest && over ? (id, value) => conversation.answerUi(id, value) : null}
        />
      ))}
    </div>
  );
}

interface PartProps {
  part: Part;
  writing: boolean;
  answers: ReadonlyMap<string, string>;
  onAnswer: ((id: string, value: unknown) => void) | null;
}

function PartView({ part, writing, answers, onAnswer }: PartProps) {
  switch (part.kind) {
    case "text":
      return <TextPartView part={part} writing={writing} />;
    case "tool":
      return <ToolCard part={part} />;
    case "tasks":
      return <TaskList tasks={part.tasks} />;
    case "widget":
      return <WidgetView widget={part.widget} />;
    case "staff":
      return <StaffMessage part={part} />;
    case "handover":
      return <HandoverLine part={part} />;
    case "ui":
      return (
        <UiComponent
          event={part.event}
          answered={answers.get(part.event.id)}
          onAnswer={
            onAnswer === null ? undefined : (value: unknown) => onAnswer(part.event.id, value)
          }
        />
      );
  }
}

/** Parts keep their places; what has an id is known by it, so that nothing is drawn anew. */
function keyOf(part: Part, place: number): string {
  if (part.kind === "tool") return `tool-${part.call}`;
  if (part.kind === "widget") return `${part.widget.type}-${part.widget.id}`;
  return `${part.kind}-${place}`;
}
