import { Empty } from "../design/states";
import { texts, useTexts } from "../language/texts";

const WORDS = texts({ title: "Moderation" }, { title: "Moderação" });

export default function ModerationPage() {
  const t = useTexts(WORDS);
  return <Empty title={t.title} />;
}
