import { type FormEvent, useState } from "react";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { Field } from "../design/field";
import { texts, useTexts } from "../language/texts";
import styles from "./admin.module.css";
import { FAULT_WORDS, faultOf } from "./admin_words";
import { LinkBox } from "./link_box";
import { type Role, useAddPerson } from "./people";
import { RoleChoice } from "./role_choice";

const WORDS = texts(
  {
    title: "Add a person",
    email: "E-mail",
    roles: "Roles",
    link: "Make a link by which they choose a password",
    add: "Add",
    done: (email: string) => `${email} was added.`,
    close: "Done",
  },
  {
    title: "Adicionar pessoa",
    email: "E-mail",
    roles: "Papéis",
    link: "Criar um link para a pessoa escolher a senha",
    add: "Adicionar",
    done: (email: string) => `${email} foi adicionado.`,
    close: "Pronto",
  },
);

/** A new account, and the link by which its person comes in. */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const t = useTexts(WORDS);
  const faults = useTexts(FAULT_WORDS);
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState<Role[]>(["user"]);
  const [link, setLink] = useState(true);
  const add = useAddPerson();
  const send = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ email, roles, link: link ? "reset" : null });
  };
  if (add.data !== undefined) {
    return (
      <Dialog
        title={t.title}
        onClose={onClose}
        actions={
          <Button look="primary" onClick={onClose}>
            {t.close}
          </Button>
        }
      >
        <p role="status">{t.done(add.data.person.email)}</p>
        {add.data.link !== null && <LinkBox link={add.data.link} />}
      </Dialog>
    );
  }
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form className={styles.form} onSubmit={send}>
        <Field
          label={t.email}
          type="email"
          autoComplete="off"
          value={email}
          fault={add.error === null ? null : faultOf(add.error, faults, "taken")}
          onChange={(event) => setEmail(event.target.value)}
          required
        />
        <RoleChoice legend={t.roles} chosen={roles} onChange={setRoles} />
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={link}
            onChange={(event) => setLink(event.target.checked)}
          />
          <span>{t.link}</span>
        </label>
        <Button type="submit" look="primary" busy={add.isPending} disabled={roles.length === 0}>
          {t.add}
        </Button>
      </form>
    </Dialog>
  );
}
