import { Keyboard, UserRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useAnnouncer } from "../design/announcer";
import { Button, IconButton } from "../design/button";
import { Empty, Failed, Loading } from "../design/states";
import { useTexts } from "../language/texts";
import { mayUse, useMe } from "../session/me";
import { ConversationView } from "./conversation_view";
import styles from "./inbox.module.css";
import { type InboxPageData, type InboxView, useInbox } from "./inbox_api";
import { InboxKeys } from "./inbox_keys";
import { InboxQueue } from "./inbox_queue";
import { INBOX_WORDS } from "./inbox_words";
import { SelfDialog } from "./self_dialog";

const VIEWS: readonly InboxView[] = ["open", "mine", "unassigned", "ended"];

/** Where the staff answers people: the queue at the left, one conversation beside it. */
export default function InboxPage() {
  const t = useTexts(INBOX_WORDS);
  const me = useMe().data;
  if (!mayUse(me, ["staff"])) {
    return (
      <Empty title={t.closed}>
        <p>{t.ask}</p>
      </Empty>
    );
  }
  return <Inbox />;
}

function Inbox() {
  const t = useTexts(INBOX_WORDS);
  const [path, go] = useLocation();
  const search = new URLSearchParams(useSearch());
  const view = VIEWS.find((one) => one === search.get("view")) ?? "open";
  const team = search.get("team") ?? "";
  const inbox = useInbox(view, team);
  const [front, setFront] = useState<"keys" | "self" | null>(null);
  const open = path.split("/")[2] ?? "";
  const address = (id: string, to: { view?: InboxView; team?: string } = {}) => {
    const query = new URLSearchParams({ view: to.view ?? view });
    const chosen = to.team ?? team;
    if (chosen !== "") query.set("team", chosen);
    return `/inbox${id === "" ? "" : `/${id}`}?${query}`;
  };
  useWaitingSaid(inbox.data);
  return (
    <div className={styles.page} data-open={open !== ""}>
      <header className={styles.head}>
        <h1>{t.title}</h1>
        <div className={styles.actions}>
          {inbox.data !== undefined && (
            <Button look="quiet" icon={<UserRound />} onClick={() => setFront("self")}>
              {selfOf(inbox.data, t)}
            </Button>
          )}
          <IconButton label={t.keys} onClick={() => setFront("keys")}>
            <Keyboard />
          </IconButton>
        </div>
      </header>
      {inbox.isPending && <Loading />}
      {inbox.error !== null && inbox.data === undefined && (
        <Failed error={inbox.error} onRetry={() => void inbox.refetch()} />
      )}
      {inbox.data !== undefined && (
        <div className={styles.columns}>
          <InboxQueue
            data={inbox.data}
            view={view}
            team={team}
            open={open}
            address={address}
            onTeam={(next) => go(address("", { team: next }))}
            onKeys={() => setFront("keys")}
          />
          {open === "" ? (
            <div className={styles.nothing}>
              <Empty title={t.pick}>
                <p>{t.pickMore}</p>
              </Empty>
            </div>
          ) : (
            <ConversationView
              key={open}
              id={open}
              teams={inbox.data.teams}
              onLeave={() => go(address(""))}
            />
          )}
        </div>
      )}
      {front === "keys" && <InboxKeys onClose={() => setFront(null)} />}
      {front === "self" && inbox.data !== undefined && (
        <SelfDialog me={inbox.data.me} onClose={() => setFront(null)} />
      )}
    </div>
  );
}

/** Who waits is said when it becomes more, to whoever does not see it. */
function useWaitingSaid(data: InboxPageData | undefined): void {
  const t = useTexts(INBOX_WORDS);
  const { say } = useAnnouncer();
  const waiting = data?.counts.unassigned ?? 0;
  useEffect(() => {
    if (waiting > 0) say(t.fresh(waiting));
  }, [waiting, say, t]);
}

function selfOf({ me }: InboxPageData, t: (typeof INBOX_WORDS)["en"]): string {
  const name = me.name ?? t.you;
  return me.away ? `${name} (${t.awayShort})` : name;
}
