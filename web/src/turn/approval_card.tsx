import { Hand } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { Problem } from "../api/problem";
import type { ApprovalAnswer, Conversation } from "../conversation/conversation";
import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import type { TurnView } from "../stream/turn_view";
import styles from "./approval_card.module.css";
import { type ArgumentField, argumentsOf, faultsIn, fieldsOf, WrongField } from "./argument_fields";
import { ArgumentForm } from "./argument_form";
import { useProblemWords } from "./problem_words";

const WORDS = texts(
  {
    tool: "May this be done?",
    continue: "Go on working?",
    retry: "Try once more?",
    repeat: "Do it again?",
    continueWhy: "The work reached a limit before it was done. Nothing is lost if you stop here.",
    retryWhy: "It failed, also on a second try.",
    repeatWhy:
      "The server went away while this ran. It may have happened already; look before you repeat it.",
    allow: "Allow",
    goOn: "Go on",
    again: "Try again",
    deny: "Deny",
    stop: "Stop here",
    remember: "Do not ask again for this in this conversation",
    edited: "Allow with these changes",
    until: (time: string) => `Open until ${time}`,
    expired: "The time for this has passed. Send a message to start again.",
    over: "This is settled.",
    number: "Write a number.",
    json: "This is no JSON.",
    asked: (what: string) => `A decision is needed: ${what}`,
  },
  {
    tool: "Isto pode ser feito?",
    continue: "Continuar o trabalho?",
    retry: "Tentar mais uma vez?",
    repeat: "Fazer de novo?",
    continueWhy: "O trabalho chegou a um limite antes do fim. Nada se perde se você parar aqui.",
    retryWhy: "Falhou, também na segunda tentativa.",
    repeatWhy:
      "O servidor caiu enquanto isto rodava. Pode já ter acontecido; confira antes de repetir.",
    allow: "Permitir",
    goOn: "Continuar",
    again: "Tentar de novo",
    deny: "Negar",
    stop: "Parar aqui",
    remember: "Não perguntar de novo sobre isto nesta conversa",
    edited: "Permitir com estas mudanças",
    until: (time: string) => `Aberto até ${time}`,
    expired: "O prazo passou. Envie uma mensagem para recomeçar.",
    over: "Isto já foi resolvido.",
    number: "Escreva um número.",
    json: "Isto não é JSON.",
    asked: (what: string) => `É preciso decidir: ${what}`,
  },
);
const YES = { tool: "allow", continue: "goOn", retry: "again", repeat: "again" } as const;
const NO = { tool: "deny", continue: "stop", retry: "stop", repeat: "stop" } as const;
const WHY = { continue: "continueWhy", retry: "retryWhy", repeat: "repeatWhy" } as const;

interface Props {
  asked: TurnView["approvals"][number];
  decided: boolean | null;
  settled: boolean;
  conversation: Pick<Conversation, "decide" | "load">;
}

/** A question that only the person can answer: what is to be done, with what, and the decision. */
export function ApprovalCard({ asked, decided, settled, conversation }: Props) {
  const t = useTexts(WORDS);
  const { say } = useAnnouncer();
  const heading = useId();
  const expired = useExpired(asked.expires_at);
  const open = decided === null && !settled && !expired;
  const what = asked.title || asked.tool;
  useEffect(() => {
    if (open) say(t.asked(what));
  }, [open, say, t, what]);
  if (decided !== null) return null; // the next turn begins with the decision
  if (!open) {
    return (
      <p className={styles.over}>
        <Hand aria-hidden="true" />
        {asked.kind === "tool" ? what : t[asked.kind]} · {settled ? t.over : t.expired}
      </p>
    );
  }
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <h3 id={heading}>
        <Hand aria-hidden="true" className={styles.mark} />
        {t[asked.kind]}
      </h3>
      <p>
        {asked.kind === "tool" ? <strong>{what}</strong> : t[WHY[asked.kind]]}{" "}
        <span className={styles.reason}>{asked.reason}</span>
      </p>
      <Decision asked={asked} conversation={conversation} />
    </section>
  );
}

function Decision({ asked, conversation }: Pick<Props, "asked" | "conversation">) {
  const t = useTexts(WORDS);
  const words = useProblemWords();
  const language = useLanguage();
  const [fields, setFields] = useState<ArgumentField[]>(() => fieldsOf(asked.args));
  const [edited, setEdited] = useState(false);
  const [remember, setRemember] = useState(false);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const decide = async (answer: ApprovalAnswer) => {
    setBusy(true);
    setFailure(null);
    try {
      await conversation.decide(asked.approval, answer);
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem("unreadable", String(error));
      const found = problem.status === 422 ? faultsIn(problem.message, fields) : new Map();
      setFaults(found);
      if (found.size === 0) setFailure(words(problem));
      if (problem.code === "expired") void conversation.load();
      setBusy(false);
    }
  };
  const allow = (event: FormEvent) => {
    event.preventDefault();
    try {
      const args = edited ? { edited_args: argumentsOf(fields) } : {};
      void decide({ approve: true, ...args, ...(remember ? { remember } : {}) });
    } catch (error) {
      if (!(error instanceof WrongField)) throw error;
      setFaults(new Map([[error.field, error.kind === "number" ? t.number : t.json]]));
    }
  };
  const until = new Date(asked.expires_at).toLocaleString(LOCALE[language], UNTIL);
  return (
    <form className={styles.form} onSubmit={allow}>
      {asked.kind === "tool" && (
        <ArgumentForm
          fields={fields}
          faults={faults}
          onChange={(changed) => {
            setFields(changed);
            setEdited(true);
          }}
        />
      )}
      {failure !== null && (
        <p className={styles.fault} role="alert">
          {failure}
        </p>
      )}
      {asked.kind === "tool" && (
        <label className={styles.remember}>
          <input
            type="checkbox"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          />
          {t.remember}
        </label>
      )}
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={busy}>
          {edited ? t.edited : t[YES[asked.kind]]}
        </Button>
        <Button disabled={busy} onClick={() => void decide({ approve: false })}>
          {t[NO[asked.kind]]}
        </Button>
        <span className={styles.until}>{t.until(until)}</span>
      </div>
    </form>
  );
}

const UNTIL = { dateStyle: "short", timeStyle: "short" } as const;
const LONGEST_TIMER = 2 ** 31 - 1;

/** Whether a moment has passed; becomes true when it does. */
function useExpired(at: string): boolean {
  const left = new Date(at).getTime() - Date.now();
  const [expired, setExpired] = useState(left <= 0);
  useEffect(() => {
    if (expired || left > LONGEST_TIMER) return;
    const timer = setTimeout(() => setExpired(true), left);
    return () => clearTimeout(timer);
  }, [expired, left]);
  return expired;
}
