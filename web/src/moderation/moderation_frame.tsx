import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { texts, useTexts } from "../language/texts";
import styles from "./moderation_frame.module.css";

const WORDS = texts(
  {
    title: "Moderation",
    pages: "Pages of moderation",
    queue: "Queue",
    examples: "What was learnt",
    activity: "Activity",
  },
  {
    title: "Moderação",
    pages: "Páginas da moderação",
    queue: "Fila",
    examples: "O que foi aprendido",
    activity: "Atividade",
  },
);

const PAGES = [
  { name: "queue", href: "/moderation" },
  { name: "examples", href: "/moderation/examples" },
  { name: "activity", href: "/moderation/activity" },
] as const;

/** The head of each page of the room: what it is called, where else one can go, and its content. */
export function ModerationFrame({
  actions,
  children,
}: {
  actions?: ReactNode;
  children: ReactNode;
}) {
  const t = useTexts(WORDS);
  const [path] = useLocation();
  const here = path.endsWith("/examples")
    ? "examples"
    : path.endsWith("/activity")
      ? "activity"
      : "queue";
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t.title}</h1>
        <nav aria-label={t.pages} className={styles.pages}>
          {PAGES.map(({ name, href }) => (
            <Link key={name} href={href} aria-current={name === here ? "page" : undefined}>
              {t[name]}
            </Link>
          ))}
        </nav>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
