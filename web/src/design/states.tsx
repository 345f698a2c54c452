/** What a list or a page shows when it has nothing to show: yet, at all, or because it failed. */
import type { ReactNode } from "react";
import { Problem } from "../api/problem";
import { texts, useTexts } from "../language/texts";
import { Button } from "./button";
import styles from "./states.module.css";

const WORDS = texts(
  {
    loading: "Loading…",
    again: "Try again",
    offline: "The server cannot be reached.",
    offlineMore: "Check your connection; what you typed is kept.",
    forbidden: "You may not see this.",
    gone: "There is nothing here for you.",
    failed: "This could not be loaded.",
    reference: (id: string) => `Tell the operator: ${id}`,
  },
  {
    loading: "Carregando…",
    again: "Tentar de novo",
    offline: "O servidor não responde.",
    offlineMore: "Verifique a conexão; o que você digitou está guardado.",
    forbidden: "Você não tem acesso a isto.",
    gone: "Não há nada aqui para você.",
    failed: "Não foi possível carregar.",
    reference: (id: string) => `Informe ao operador: ${id}`,
  },
);

export function Loading({ label }: { label?: string }) {
  const t = useTexts(WORDS);
  return (
    <div className={styles.state} role="status">
      <span className={styles.pulse} aria-hidden="true" />
      <p>{label ?? t.loading}</p>
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Failed({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const t = useTexts(WORDS);
  const problem = error instanceof Problem ? error : null;
  return (
    <div className={styles.state} role="alert">
      <h2>{titleOf(problem, t)}</h2>
      {problem?.code === "offline" && <p>{t.offlineMore}</p>}
      {problem !== null && problem.code !== "offline" && <p>{problem.message}</p>}
      {problem?.code === "internal" && <p>{t.reference(problem.correlationId)}</p>}
      {onRetry !== undefined && <Button onClick={onRetry}>{t.again}</Button>}
    </div>
  );
}

function titleOf(problem: Problem | null, t: (typeof WORDS)["en"]): string {
  switch (problem?.code) {
    case "offline":
      return t.offline;
    case "forbidden":
      return t.forbidden;
    case "not_found":
    case "expired":
      return t.gone;
    default:
      return t.failed;
  }
}
