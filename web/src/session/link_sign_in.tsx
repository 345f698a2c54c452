import { useEffect, useRef, useState } from "react";
import { Loading } from "../design/states";
import { signInByLink } from "./sign_in_api";
import { SignInPage } from "./sign_in_page";

const FIRST_WORD = "#link=";

/** The one-time token of the address. It stands behind the #, which no server and no log sees. */
export function linkToken(): string | null {
  const { hash, pathname } = window.location;
  if (!hash.startsWith(FIRST_WORD)) return null;
  history.replaceState(null, "", pathname); // nor the history of the browser
  return hash.slice(FIRST_WORD.length);
}

/** Uses a one-time link up; one that is used or too old leads to the other ways in. */
export function LinkSignIn({ token, onDone }: { token: string; onDone: () => void }) {
  const [failure, setFailure] = useState<Error | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return; // it works once
    begun.current = true;
    signInByLink(token).then(onDone, setFailure);
  }, [token, onDone]);
  return failure === null ? <Loading /> : <SignInPage failure={failure} onDone={onDone} />;
}
