import type { ReactNode } from "react";
import { LanguageSwitch } from "./language_switch";
import styles from "./sign_in_page.module.css";

interface Props {
  title: string;
  what: string;
  children: ReactNode;
}

/** What surrounds every way in. */
export function SignInFrame({ title, what, children }: Props) {
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <img src="/app/mark.svg" alt="" width="40" height="40" />
        <h1>{title}</h1>
        <p className={styles.what}>{what}</p>
        {children}
      </section>
      <LanguageSwitch />
    </main>
  );
}
