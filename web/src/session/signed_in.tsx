import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Problem } from "../api/problem";
import { onSignInEnded, signedInAgain } from "../api/sign_in";
import { Dialog } from "../design/dialog";
import { Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { takeAddressWord } from "./address_words";
import { ChoosePassword } from "./choose_password";
import { LinkSignIn } from "./link_sign_in";
import { ME, useMe } from "./me";
import { SignInForm } from "./sign_in_form";
import { SignInPage } from "./sign_in_page";

const WORDS = texts(
  { again: "Sign in again", why: "Your sign-in ended. What you were doing is still here." },
  { again: "Entre de novo", why: "Sua sessão terminou. O que você estava fazendo continua aqui." },
);

/** Shows the pages to whoever is signed in, and to others the way in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const t = useTexts(WORDS);
  const [word, setWord] = useState(takeAddressWord);
  const me = useMe(word?.kind === "link" || word?.kind === "reset");
  const queries = useQueryClient();
  const [ended, setEnded] = useState(false);
  useEffect(() => onSignInEnded(() => setEnded(true)), []);
  const enter = () => {
    setWord(null);
    setEnded(false);
    void queries.cancelQueries().then(() => queries.invalidateQueries()); // asked without a sign-in
    signedInAgain();
  };
  if (word?.kind === "link") return <LinkSignIn token={word.token} onDone={enter} />;
  if (word?.kind === "reset") return <ChoosePassword token={word.token} onDone={enter} />;
  if (me.data !== undefined) {
    return (
      <>
        {children}
        {ended && (
          <Dialog title={t.again}>
            <p>{t.why}</p>
            <SignInForm email={me.data.email} onDone={enter} />
          </Dialog>
        )}
      </>
    );
  }
  if (me.error instanceof Problem && me.error.code === "unauthenticated") {
    const outside = word?.kind === "failed" ? { outsideFailure: word.why } : {};
    const begin = () => {
      setEnded(false); // that nobody was signed in yet is no end of a sign-in
      void queries.resetQueries({ queryKey: ME });
    };
    return <SignInPage {...outside} onDone={begin} />;
  }
  if (me.error !== null) return <Failed error={me.error} onRetry={() => void me.refetch()} />;
  return <Loading />;
}
