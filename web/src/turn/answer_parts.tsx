import { lazy, Suspense } from "react";
import type { Conversation } from "../conversation/conversation";
import { Boundary } from "../design/boundary";
import { Loading } from "../design/states";
import { isOver, type Part, type TurnView } from "../stream/turn_view";
import styles from "./answer_parts.module.css";
import { TaskList } from "./task_list";
import { TextPartView } from "./text_part";
import { ToolCard } from "./tool_card";

const WidgetView = lazy(() =>
  import("../widgets/widget_view").then((of) => ({ default: of.WidgetView })),
);
const UiComponent = lazy(() =>
  import("../widgets/ui_component").then((of) => ({ default: of.UiComponent })),
);

interface Props {
  view: TurnView;
  conversation: Conversation;
  isLatest: boolean;
}

/** An answer in the order in which it came: words, tools, plans, widgets. */
export function AnswerParts({ view, conversation, isLatest }: Props) {
  return (
    <div className={styles.parts}>
      {view.parts.map((part, place) => (
        <PartView
          key={keyOf(part, place)}
          part={part}
          writing={!isOver(view) && place === view.parts.length - 1}
          answer={isLatest && isOver(view) ? (id, value) => conversation.answerUi(id, value) : null}
        />
      ))}
    </div>
  );
}

interface PartProps {
  part: Part;
  writing: boolean;
  answer: ((id: string, value: unknown) => void) | null;
}

function PartView({ part, writing, answer }: PartProps) {
  switch (part.kind) {
    case "text":
      return <TextPartView part={part} writing={writing} />;
    case "tool":
      return <ToolCard part={part} />;
    case "tasks":
      return <TaskList tasks={part.tasks} />;
    case "widget":
      return (
        <Boundary>
          <Suspense fallback={<Loading />}>
            <WidgetView widget={part.widget} />
          </Suspense>
        </Boundary>
      );
    case "ui":
      return (
        <Boundary>
          <Suspense fallback={<Loading />}>
            <UiComponent
              event={part.event}
              onAnswer={(value: unknown) => answer?.(part.event.id, value)}
              answered={answer === null}
            />
          </Suspense>
        </Boundary>
      );
  }
}

/** Parts keep their places; what has an id is known by it, so that nothing is drawn anew. */
function keyOf(part: Part, place: number): string {
  if (part.kind === "tool") return `tool-${part.call}`;
  if (part.kind === "widget") return `${part.widget.type}-${part.widget.id}`;
  return `${part.kind}-${place}`;
}
