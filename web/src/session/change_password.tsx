import { type FormEvent, useState } from "react";
import { Problem } from "../api/problem";
import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { Field } from "../design/field";
import { texts, useTexts } from "../language/texts";
import { PASSWORD_WORDS, passwordFault } from "./new_password_words";
import { changePassword } from "./sign_in_api";
import styles from "./sign_in_form.module.css";

const WORDS = texts(
  {
    title: "Change the password",
    current: "Current password",
    what: "Every other sign-in of yours ends.",
    wrong: "The current password is wrong.",
    none: "You have no password here yet. Ask an administrator for a link to choose one.",
    done: "The password was changed.",
  },
  {
    title: "Trocar a senha",
    current: "Senha atual",
    what: "Seus outros acessos são encerrados.",
    wrong: "A senha atual está incorreta.",
    none: "Você ainda não tem senha aqui. Peça a um administrador um link para escolher uma.",
    done: "A senha foi trocada.",
  },
);

/** Another password, for whoever knows the one before. */
export function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const t = { ...useTexts(PASSWORD_WORDS), ...useTexts(WORDS) };
  const { notify } = useAnnouncer();
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const code = failure instanceof Problem ? failure.code : null;
  const change = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await changePassword(current, fresh);
      notify(t.done);
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const ofFresh = failure !== null && code !== "unauthenticated" && code !== "conflict";
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void change(event)}>
        <p>{t.what}</p>
        {code === "conflict" && (
          <p className={styles.fault} role="alert">
            {t.none}
          </p>
        )}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field
          label={t.current}
          type="password"
          name="password"
          autoComplete="current-password"
          fault={code === "unauthenticated" ? t.wrong : null}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          required
        />
        <Field
          label={t.fresh}
          type="password"
          name="new-password"
          autoComplete="new-password"
          hint={t.hint}
          fault={ofFresh ? passwordFault(failure, t) : null}
          value={fresh}
          onChange={(event) => setFresh(event.target.value)}
          required
        />
        <Button type="submit" look="primary" busy={busy}>
          {t.title}
        </Button>
      </form>
    </Dialog>
  );
}
