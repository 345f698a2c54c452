import { Empty } from "../design/states";
import { texts, useTexts } from "../language/texts";

const WORDS = texts({ title: "Dashboards" }, { title: "Dashboards" });

export default function DashboardsPage() {
  const t = useTexts(WORDS);
  return <Empty title={t.title} />;
}
