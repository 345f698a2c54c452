import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { AutonomousSwitch } from "../composer/autonomous_switch";
import { Composer } from "../composer/composer";
import { beginConversation, useConversation } from "../conversation/conversations";
import { keepFor } from "../conversation/person";
import { randomId } from "../conversation/random_id";
import { makeSession } from "../conversation/sessions_api";
import { useAnnouncer } from "../design/announcer";
import { Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { HandoverBanner } from "../people/handover_banner";
import { useMe } from "../session/me";
import { SessionList } from "../sessions/session_list";
import { InSide } from "../shell/side_slot";
import { isOver } from "../stream/turn_view";
import { DropZone } from "../upload/drop_zone";
import { UploadList } from "../upload/upload_list";
import { useUploads } from "../upload/uploads";
import { useAnnounced } from "./announced";
import { ChatHeader } from "./chat_header";
import styles from "./chat_page.module.css";
import { MessageList } from "./message_list";
import { useShortcuts } from "./shortcuts";
import { Welcome } from "./welcome";

const ShortcutsDialog = lazy(() =>
  import("./shortcuts_dialog").then((of) => ({ default: of.ShortcutsDialog })),
);
const WORDS = texts(
  { read: (name: string) => `${name} was read.` },
  { read: (name: string) => `${name} foi lido.` },
);

/** The chat: one conversation, or the beginning of one. */
export function ChatPage({ session }: { session: string | undefined }) {
  keepFor(useMe().data?.id ?? "");
  const [path] = useLocation();
  // A new id each time the empty page is opened; it is the conversation's once something is said.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says when that is
  const fresh = useMemo(randomId, [path]);
  return (
    <>
      <InSide>
        <SessionList current={session} />
      </InSide>
      <OneConversation
        key={session ?? fresh}
        session={session ?? fresh}
        isNew={session === undefined}
      />
    </>
  );
}

function OneConversation({ session, isNew }: { session: string; isNew: boolean }) {
  const t = useTexts(WORDS);
  const [, go] = useLocation();
  const announcer = useAnnouncer();
  useMemo(() => {
    if (isNew) beginConversation(session);
  }, [session, isNew]);
  const [state, conversation] = useConversation(session);
  const [help, setHelp] = useState(false);
  const enter = useCallback(() => {
    if (isNew) go(`/c/${session}`, { replace: true });
  }, [isNew, session, go]);
  const ready = useCallback(async () => {
    if (isNew) await makeSession(session);
    enter();
  }, [isNew, session, enter]);
  const uploads = useUploads(conversation, ready, ({ file, question }) => {
    announcer.say(t.read(file.name));
    if (question !== null) conversation.say(question);
  });
  const add = (files: File[]) => uploads.add(files);
  const running = state.entries.findLast((entry) => !isOver(entry.view) && entry.turn !== null);
  useAnnounced(state.entries.at(-1));
  const say = (text: string) => {
    conversation.say(text);
    enter();
  };
  const stop = () => {
    if (running?.turn != null) void conversation.cancel(running.turn).catch(() => undefined);
  };
  useShortcuts({ stop, help: () => setHelp(true), fresh: () => go("/c") });
  return (
    <DropZone onFiles={add}>
      <div className={styles.page}>
        <ChatHeader state={state} onHelp={() => setHelp(true)} />
        {state.status === "failed" && state.problem !== null && (
          <Failed error={state.problem} onRetry={() => void conversation.load()} />
        )}
        {state.status === "loading" && state.entries.length === 0 && <Loading />}
        {state.status === "ready" && state.entries.length === 0 && (
          <Welcome onSay={say} onFile={(file, question) => uploads.add([file], question)} />
        )}
        {state.entries.length > 0 && <MessageList state={state} conversation={conversation} />}
        {state.status !== "failed" && (
          <div className={styles.foot}>
            {state.handover !== null && (
              <HandoverBanner session={session} known={state.handover} onBack={say} />
            )}
            <UploadList uploads={uploads} />
            <Composer
              place={isNew ? "new" : session}
              running={running !== undefined}
              onSend={say}
              onStop={stop}
              onFiles={add}
            >
              <AutonomousSwitch />
            </Composer>
          </div>
        )}
      </div>
      {help && (
        <Suspense>
          <ShortcutsDialog onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </DropZone>
  );
}
