import { Empty } from "../design/states";
import { texts, useTexts } from "../language/texts";

const WORDS = texts({ title: "People" }, { title: "Pessoas" });

export default function AdminPage() {
  const t = useTexts(WORDS);
  return <Empty title={t.title} />;
}
