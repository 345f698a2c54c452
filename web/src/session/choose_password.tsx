import { type FormEvent, useState } from "react";
import { Problem } from "../api/problem";
import { Button } from "../design/button";
import { Field } from "../design/field";
import { texts, useTexts } from "../language/texts";
import { PASSWORD_WORDS, passwordFault } from "./new_password_words";
import { signInByLink } from "./sign_in_api";
import formStyles from "./sign_in_form.module.css";
import { SignInFrame } from "./sign_in_frame";
import { SignInPage } from "./sign_in_page";

const WORDS = texts(
  {
    title: "Choose a password",
    what: "You are signed in with it at once. Every other sign-in of yours ends.",
    done: "Set the password",
  },
  {
    title: "Escolha uma senha",
    what: "Você entra com ela em seguida. Seus outros acessos são encerrados.",
    done: "Definir a senha",
  },
);

/** Where a reset link leads. The link is used up only by a password that was taken. */
export function ChoosePassword({ token, onDone }: { token: string; onDone: () => void }) {
  const t = { ...useTexts(PASSWORD_WORDS), ...useTexts(WORDS) };
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const choose = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await signInByLink(token, password);
      onDone();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (failure instanceof Problem && failure.code === "expired") {
    return <SignInPage failure={failure} onDone={onDone} />;
  }
  return (
    <SignInFrame title={t.title} what={t.what}>
      <form className={formStyles.form} onSubmit={(event) => void choose(event)}>
        <Field
          label={t.fresh}
          type="password"
          name="new-password"
          autoComplete="new-password"
          hint={t.hint}
          fault={failure === null ? null : passwordFault(failure, t)}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          required
        />
        <Button type="submit" look="primary" busy={busy}>
          {t.done}
        </Button>
      </form>
    </SignInFrame>
  );
}
