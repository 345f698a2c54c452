import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Conversation, ConversationState } from "../conversation/conversation";
import type { Entry } from "../conversation/entry";
import { Button } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { isOver } from "../stream/turn_view";
import { TurnItem } from "../turn/turn_item";
import { useFacts } from "./facts";
import styles from "./message_list.module.css";

const WORDS = texts(
  { list: "Messages", below: "New below", earlier: "Earlier messages are being read" },
  { list: "Mensagens", below: "Novidades abaixo", earlier: "Lendo mensagens anteriores" },
);
/** Shorter conversations are drawn whole: the browser's own search finds everything in them. */
const DRAWN_WHOLE = 30;
const NEAR_END = 96;
const NEAR_START = 600;

interface Props {
  state: ConversationState;
  conversation: Conversation;
}

/** The column of messages. It follows its end only while the reader is there. */
export function MessageList({ state, conversation }: Props) {
  const t = useTexts(WORDS);
  const { entries, earlier } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const list = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 220,
    getItemKey: (place) => entries[place]?.key ?? place,
    overscan: 6,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    paddingStart: 8,
    paddingEnd: 16,
    ...(entries.length <= DRAWN_WHOLE ? { rangeExtractor: () => entries.map((_, at) => at) } : {}),
  });
  const mine = entries.findLast((entry) => entry.question !== null && entry.live)?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what I have just said is looked at
  useLayoutEffect(() => {
    if (entries.length > 0) list.scrollToEnd();
  }, [mine, conversation]);
  const latest = entries.findLast(moves)?.key;
  const facts = useFacts(state);
  useEffect(() => {
    if (earlier !== null && (list.scrollOffset ?? 0) < NEAR_START)
      void conversation.loadEarlier().catch(() => undefined);
  });
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={() => setAtEnd(list.isAtEnd(NEAR_END))}
      >
        {state.readingEarlier && <p className={styles.earlier}>{t.earlier}</p>}
        <div
          role="feed"
          aria-label={t.list}
          aria-busy={state.status === "loading"}
          className={styles.list}
          style={{ height: list.getTotalSize() }}
        >
          {list.getVirtualItems().map((item) => {
            const entry = entries[item.index];
            return entry === undefined ? null : (
              <Place
                key={item.key}
                at={item.index}
                start={item.start}
                measure={list.measureElement}
              >
                <TurnItem
                  entry={entry}
                  conversation={conversation}
                  isLatest={entry.key === latest}
                  facts={facts}
                />
              </Place>
            );
          })}
        </div>
      </div>
      {!atEnd && (
        <div className={styles.below}>
          <Button icon={<ArrowDown />} onClick={() => list.scrollToEnd({ behavior: "smooth" })}>
            {t.below}
          </Button>
        </div>
      )}
    </div>
  );
}

interface PlaceProps {
  at: number;
  start: number;
  measure: (element: Element | null) => void;
  children: ReactNode;
}

function Place({ at, start, measure, children }: PlaceProps) {
  return (
    <div
      ref={measure}
      data-index={at}
      className={styles.place}
      style={{ transform: `translateY(${start}px)` }}
    >
      {children}
    </div>
  );
}

/** As the server has it: files move nothing, and what failed left the question where it was. */
function moves({ question, view, refused }: Entry): boolean {
  if (question?.kind === "file" || refused !== null) return false;
  return !isOver(view) || view.phase === "finished" || view.phase === "waiting";
}
