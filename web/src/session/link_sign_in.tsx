import { useEffect, useRef, useState } from "react";
import { Loading } from "../design/states";
import { signInByLink } from "./sign_in_api";
import { SignInPage } from "./sign_in_page";

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
