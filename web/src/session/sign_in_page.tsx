import { texts, useTexts } from "../language/texts";
import { LanguageSwitch } from "./language_switch";
import { SignInForm } from "./sign_in_form";
import styles from "./sign_in_page.module.css";

const WORDS = texts(
  { title: "Sign in", what: "Conversations, data and dashboards of your organisation." },
  { title: "Entrar", what: "Conversas, dados e dashboards da sua organização." },
);

/** The way in for whoever is not signed in. */
export function SignInPage({ failure, onDone }: { failure?: Error; onDone: () => void }) {
  const t = useTexts(WORDS);
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <img src="/app/mark.svg" alt="" width="40" height="40" />
        <h1>{t.title}</h1>
        <p className={styles.what}>{t.what}</p>
        <SignInForm {...(failure === undefined ? {} : { failure })} onDone={onDone} />
      </section>
      <LanguageSwitch />
    </main>
  );
}
