import { Empty } from "../design/states";
import { texts, useTexts } from "../language/texts";

const WORDS = texts({ title: "Chat" }, { title: "Conversa" });

export function ChatPage({ session }: { session: string | undefined }) {
  const t = useTexts(WORDS);
  return <Empty title={t.title}>{session}</Empty>;
}
