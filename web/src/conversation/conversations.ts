/** The conversations that this page has opened, and how components read them. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { onSignedInAgain } from "../api/sign_in";
import { Conversation, type ConversationState } from "./conversation";
import { onTabNews } from "./tabs";

export const SESSIONS = ["sessions"] as const;
/** So many stay in memory after they were left; others are read again when they are opened. */
const MOST_KEPT = 12;
const opened = new Map<string, Conversation>();
const made = new Set<string>();
let told: (session: string) => void = () => {};

/** A conversation under a new id, which the server does not know before its first message. */
export function beginConversation(session: string): Conversation {
  made.add(session);
  return conversationOf(session);
}

export function conversationOf(session: string): Conversation {
  const known = opened.get(session) ?? new Conversation(session, (id) => told(id));
  opened.delete(session);
  opened.set(session, known);
  for (const [id, old] of opened) {
    if (opened.size <= MOST_KEPT) break;
    old.close();
    opened.delete(id);
  }
  return known;
}

/** Read a conversation again, if this page has it open. */
export function refreshConversation(session: string): void {
  void opened.get(session)?.load();
}

export function forgetConversation(session: string): void {
  opened.get(session)?.close();
  opened.delete(session);
}

/** Show a conversation, and keep it as the other tabs and devices have it. */
export function useConversation(session: string): [ConversationState, Conversation] {
  const queries = useQueryClient();
  const conversation = useMemo(() => conversationOf(session), [session]);
  useEffect(() => {
    told = () => void queries.invalidateQueries({ queryKey: SESSIONS });
    if (made.delete(session)) conversation.begin();
    else void conversation.load();
    const look = () => {
      if (document.visibilityState === "visible") void conversation.load();
    };
    const stopResuming = onSignedInAgain(() => conversation.resume());
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    const stop = onTabNews((news) => {
      if (news.session === session && news.turn !== null) void conversation.load();
      void queries.invalidateQueries({ queryKey: SESSIONS });
    });
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
      stop();
      stopResuming();
    };
  }, [session, conversation, queries]);
  return [useSyncExternalStore(conversation.subscribe, conversation.snapshot), conversation];
}
