import { Check, Circle, CircleAlert, CircleDot, Minus } from "lucide-react";
import type { Task } from "../contract/events";
import { texts, useTexts } from "../language/texts";
import styles from "./task_list.module.css";

const WORDS = texts(
  {
    plan: (done: number, all: number) => `Plan: ${done} of ${all} done`,
    pending: "to do",
    running: "under way",
    done: "done",
    failed: "failed",
    skipped: "skipped",
  },
  {
    plan: (done: number, all: number) => `Plano: ${done} de ${all} prontas`,
    pending: "a fazer",
    running: "em andamento",
    done: "pronta",
    failed: "falhou",
    skipped: "pulada",
  },
);
const ICONS = {
  pending: Circle,
  running: CircleDot,
  done: Check,
  failed: CircleAlert,
  skipped: Minus,
} as const;

/** The plan of a turn, and how far it is. */
export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  const t = useTexts(WORDS);
  const done = tasks.filter((task) => task.status === "done").length;
  return (
    <section className={styles.plan} aria-label={t.plan(done, tasks.length)}>
      <p className={styles.head}>{t.plan(done, tasks.length)}</p>
      <ol>
        {tasks.map((task) => {
          const Icon = ICONS[task.status];
          return (
            <li key={task.id} data-status={task.status}>
              <Icon aria-hidden="true" />
              <span>
                {task.description}
                <span className="hidden"> ({t[task.status]})</span>
                {task.error !== undefined && <small>{task.error}</small>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
