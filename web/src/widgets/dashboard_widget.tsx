import { ArrowUpRight, Copy } from "lucide-react";
import { Link } from "wouter";
import { useAnnouncer } from "../design/announcer";
import { IconButton } from "../design/button";
import { texts, useTexts } from "../language/texts";
import { ownPath } from "./addresses";
import { DashboardPreview } from "./dashboard_preview";
import styles from "./dashboard_widget.module.css";
import { copied } from "./save";
import type { DashboardShown } from "./widget";
import { WidgetCard } from "./widget_card";

const WORDS = texts(
  {
    open: "Open",
    copy: "Copy the link",
    copied: "Link copied",
    not: "The browser did not let it be copied.",
    shared: (title: string) => `Link to “${title}”`,
  },
  {
    open: "Abrir",
    copy: "Copiar o link",
    copied: "Link copiado",
    not: "O navegador não permitiu copiar.",
    shared: (title: string) => `Link para “${title}”`,
  },
);

/** A dashboard of a conversation: small and live, to be opened; or the link to a shared one. */
export default function DashboardWidget({ dashboard }: { dashboard: DashboardShown }) {
  const t = useTexts(WORDS);
  if (dashboard.kind === "share") return <SharedLink dashboard={dashboard} />;
  const tools = (
    <Link href={`/dashboards/${dashboard.id}`} className={styles.open}>
      {t.open}
      <ArrowUpRight aria-hidden="true" />
    </Link>
  );
  return (
    <WidgetCard title={dashboard.title} tools={tools}>
      <DashboardPreview id={dashboard.id} />
    </WidgetCard>
  );
}

function SharedLink({ dashboard }: { dashboard: DashboardShown }) {
  const t = useTexts(WORDS);
  const { notify } = useAnnouncer();
  const path = ownPath(dashboard.url);
  if (path === null) return null;
  const address = new URL(path, location.origin).href;
  const copy = async () => {
    const done = await copied(address);
    notify(done ? t.copied : t.not, done ? "done" : "failed");
  };
  const tools = (
    <IconButton label={t.copy} onClick={() => void copy()}>
      <Copy />
    </IconButton>
  );
  return (
    <WidgetCard title={t.shared(dashboard.title)} tools={tools}>
      <p className={styles.address}>
        <a href={path} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
    </WidgetCard>
  );
}
