/** What the tabs of one browser tell each other: a turn began in a conversation, or one changed. */
export interface TabNews {
  session: string;
  turn: string | null;
}

const channel =
  typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("batuta.chat");
const listeners = new Set<(news: TabNews) => void>();
channel?.addEventListener("message", ({ data }: MessageEvent<TabNews>) => {
  for (const listener of listeners) listener(data);
});

export function tellTabs(news: TabNews): void {
  channel?.postMessage(news);
}

export function onTabNews(listener: (news: TabNews) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
