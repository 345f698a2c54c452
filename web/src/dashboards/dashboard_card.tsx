import { Trash2 } from "lucide-react";
import { Link } from "wouter";
import { Menu } from "../design/menu";
import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import type { DashboardItem } from "./dashboards_api";
import styles from "./gallery.module.css";
import { LayoutPicture } from "./layout_picture";

const WORDS = texts(
  {
    widgets: (n: number) => (n === 1 ? "1 widget" : `${n} widgets`),
    changed: (at: string) => `Changed ${at}`,
    more: (title: string) => `More for “${title}”`,
    remove: "Delete…",
  },
  {
    widgets: (n: number) => (n === 1 ? "1 widget" : `${n} widgets`),
    changed: (at: string) => `Alterado em ${at}`,
    more: (title: string) => `Mais sobre “${title}”`,
    remove: "Excluir…",
  },
);

/** A dashboard in the gallery: what it looks like from afar, its name, its age. */
export function DashboardCard({ item, onDelete }: { item: DashboardItem; onDelete: () => void }) {
  const t = useTexts(WORDS);
  const locale = LOCALE[useLanguage()];
  const at = new Date(item.updated_at);
  const year = at.getFullYear() === new Date().getFullYear() ? {} : ({ year: "numeric" } as const);
  const said = at.toLocaleDateString(locale, { day: "numeric", month: "short", ...year });
  return (
    <li className={styles.card}>
      <LayoutPicture layout={item.layout} />
      <div className={styles.told}>
        <h2>
          <Link href={`/dashboards/${item.id}`} title={item.title}>
            {item.title}
          </Link>
        </h2>
        <p>
          {t.widgets(item.layout.length)}
          <span aria-hidden="true"> · </span>
          <time dateTime={item.updated_at}>{t.changed(said)}</time>
        </p>
      </div>
      <div className={styles.menu}>
        <Menu
          label={t.more(item.title)}
          items={[{ label: t.remove, icon: <Trash2 />, danger: true, onSelect: onDelete }]}
        />
      </div>
    </li>
  );
}
