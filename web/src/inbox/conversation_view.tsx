import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useAnnouncer } from "../design/announcer";
import { IconButton } from "../design/button";
import { Failed, Loading } from "../design/states";
import { useTexts } from "../language/texts";
import { useKeys } from "../moderation/use_keys";
import { HandoverActions, type HandoverFront } from "./handover_actions";
import styles from "./inbox.module.css";
import { type HandoverDetail, type Team, useHandover, useHandoverAct } from "./inbox_api";
import { INBOX_WORDS } from "./inbox_words";
import { LineView } from "./line_view";
import { ReplyBox } from "./reply_box";

interface Props {
  id: string;
  teams: readonly Team[];
  onLeave: () => void;
}

/** One conversation: what was said, who has it, and the answer. */
export function ConversationView({ id, teams, onLeave }: Props) {
  const t = useTexts(INBOX_WORDS);
  const { notify } = useAnnouncer();
  const read = useHandover(id);
  const act = useHandoverAct(id);
  const [front, setFront] = useState<HandoverFront>(null);
  const writing = useRef<HTMLTextAreaElement>(null);
  const handover = read.data?.handover;
  const mine = handover?.mine === true;
  const waits = handover?.status === "waiting";
  const run = (wanted: Parameters<typeof act.mutateAsync>[0]) =>
    act.mutateAsync(wanted).catch((error: Error) => notify(error.message, "failed"));
  useKeys({
    escape: onLeave,
    t: waits ? () => void run({ act: "take" }) : undefined,
    r: mine ? () => writing.current?.focus() : undefined,
    b: mine ? () => void run({ act: "return" }) : undefined,
    p: mine || waits ? () => setFront("pass") : undefined,
    c: mine ? () => setFront("close") : undefined,
  });
  if (read.isPending) return <Loading />;
  if (read.data === undefined)
    return <Failed error={read.error ?? new Error()} onRetry={() => void read.refetch()} />;
  return (
    <section className={styles.talk} aria-label={read.data.handover.person}>
      <header className={styles.talkHead}>
        <IconButton label={t.back} onClick={onLeave} className={styles.back}>
          <ArrowLeft />
        </IconButton>
        <div>
          <h2>{read.data.handover.person}</h2>
          <p className={styles.hint}>{factsOf(read.data, t)}</p>
        </div>
        <HandoverActions
          handover={read.data.handover}
          teams={teams}
          busy={act.isPending}
          front={front}
          setFront={setFront}
          onAct={run}
        />
      </header>
      <Lines detail={read.data} />
      {mine ? (
        <ReplyBox
          place={id}
          field={writing}
          onSend={(text, key) => act.mutateAsync({ act: "reply", text, key })}
        />
      ) : (
        <p className={styles.closed}>{whoHas(read.data, t)}</p>
      )}
    </section>
  );
}

/** What was said, the newest in view as long as the reader is at the end. */
function Lines({ detail }: { detail: HandoverDetail }) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const count = detail.lines.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is looked at
  useEffect(() => {
    if (atEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [count]);
  return (
    <div
      ref={box}
      className={styles.lines}
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard
      tabIndex={0}
      aria-label={detail.handover.title ?? detail.handover.person}
      onScroll={({ currentTarget: at }) => {
        atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 60;
      }}
    >
      {detail.lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
        <LineView key={`${line.no}-${place}`} line={line} />
      ))}
    </div>
  );
}

type Words = (typeof INBOX_WORDS)["en"];

function factsOf({ handover, readers }: HandoverDetail, t: Words): string {
  const others = readers.map((one) => one.email).join(", ");
  const facts = [handover.team_title, t.ending[handover.status], others && t.read(others)];
  return facts.filter(Boolean).join(" · ");
}

function whoHas({ handover }: HandoverDetail, t: Words): string {
  if (handover.ended_at !== null) return t.over;
  return handover.status === "taken" ? t.others(handover.staff_name ?? "…") : t.notYours;
}
