import { texts, useTexts } from "../language/texts";
import { OutsideWay } from "./outside_way";
import { SignInForm } from "./sign_in_form";
import { SignInFrame } from "./sign_in_frame";

const WORDS = texts(
  { title: "Sign in", what: "Conversations, data and dashboards of your organisation." },
  { title: "Entrar", what: "Conversas, dados e dashboards da sua organização." },
);

interface Props {
  failure?: Error;
  /** Why the outside issuer led back without a sign-in. */
  outsideFailure?: string;
  onDone: () => void;
}

/** The way in for whoever is not signed in. */
export function SignInPage({ failure, outsideFailure, onDone }: Props) {
  const t = useTexts(WORDS);
  return (
    <SignInFrame title={t.title} what={t.what}>
      <OutsideWay {...(outsideFailure === undefined ? {} : { failure: outsideFailure })} />
      <SignInForm {...(failure === undefined ? {} : { failure })} onDone={onDone} />
    </SignInFrame>
  );
}
