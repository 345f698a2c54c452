import { type FormEvent, useState } from "react";
import { Problem } from "../api/problem";
import { Button } from "../design/button";
import { Field } from "../design/field";
import { texts, useTexts } from "../language/texts";
import { signInByPassword } from "./sign_in_api";
import styles from "./sign_in_form.module.css";

const WORDS = texts(
  {
    email: "E-mail",
    password: "Password",
    enter: "Sign in",
    wrong: "E-mail or password is wrong.",
    wait: (seconds: number) => `Too many failed attempts. Try again in ${seconds} s.`,
    offline: "The server cannot be reached. Check your connection and try again.",
    used: "This link has expired or was used. Ask for a new one, or sign in with a password.",
    fault: "Signing in failed. Try again in a moment.",
    help: "No password yet? Whoever runs Batuta makes you a link:",
  },
  {
    email: "E-mail",
    password: "Senha",
    enter: "Entrar",
    wrong: "E-mail ou senha incorretos.",
    wait: (seconds: number) => `Muitas tentativas sem sucesso. Tente de novo em ${seconds} s.`,
    offline: "O servidor não responde. Verifique a conexão e tente de novo.",
    used: "Este link expirou ou já foi usado. Peça outro, ou entre com uma senha.",
    fault: "Não foi possível entrar. Tente de novo daqui a pouco.",
    help: "Ainda não tem senha? Quem opera o Batuta cria um link para você:",
  },
);

interface Props {
  email?: string;
  failure?: Error;
  onDone: () => void;
}

/** E-mail and password. What was typed stays where it is when it was wrong. */
export function SignInForm({ email = "", failure, onDone }: Props) {
  const t = useTexts(WORDS);
  const [who, setWho] = useState(email);
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<Error | null>(failure ?? null);
  const [busy, setBusy] = useState(false);
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await signInByPassword(who, password);
      onDone();
    } catch (error) {
      setFault(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void enter(event)}>
      <Field
        label={t.email}
        type="email"
        name="email"
        autoComplete="username"
        value={who}
        onChange={(event) => setWho(event.target.value)}
        required
      />
      <Field
        label={t.password}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        required
      />
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {told(fault, t)}
        </p>
      )}
      <Button type="submit" look="primary" busy={busy}>
        {t.enter}
      </Button>
      <p className={styles.help}>
        {t.help} <code>batuta user link {who || "you@example.org"}</code>
      </p>
    </form>
  );
}

function told(fault: Error, t: (typeof WORDS)["en"]): string {
  if (!(fault instanceof Problem)) return t.fault;
  switch (fault.code) {
    case "unauthenticated":
      return t.wrong;
    case "rate_limited":
      return t.wait(fault.retryAfter);
    case "offline":
      return t.offline;
    case "expired":
      return t.used;
    default:
      return fault.message || t.fault;
  }
}
