import { useState } from "react";
import { Link } from "wouter";
import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { texts, useTexts } from "../language/texts";
import styles from "./admin.module.css";
import { FAULT_WORDS, faultOf } from "./admin_words";
import { LinkBox } from "./link_box";
import { type Person, useChangePerson, useMakeLink } from "./people";
import { RoleChoice } from "./role_choice";
import { TeamChoice } from "./team_choice";

const WORDS = texts(
  {
    roles: "Roles",
    save: "Save the roles",
    teams: "Answers for these teams",
    links: "Links",
    login: "Make a sign-in link",
    reset: "Make a link for a new password",
    account: "Account",
    disable: "Shut out",
    disableWhat: "Ends every sign-in and what runs, within seconds.",
    enable: "Let in again",
    enableWhat: "Shut out. Nothing that ended comes back; the person signs in anew.",
    log: "What the log says of this person",
    saved: "The roles were changed.",
    out: (email: string) => `${email} is shut out.`,
    in: (email: string) => `${email} may sign in again.`,
  },
  {
    roles: "Papéis",
    save: "Salvar os papéis",
    teams: "Atende por estas equipes",
    links: "Links",
    login: "Criar link de acesso",
    reset: "Criar link para nova senha",
    account: "Conta",
    disable: "Bloquear",
    disableWhat: "Encerra todos os acessos e o que estiver em andamento, em segundos.",
    enable: "Desbloquear",
    enableWhat: "Bloqueada. Nada do que terminou volta; a pessoa entra de novo.",
    log: "O que o registro diz desta pessoa",
    saved: "Os papéis foram alterados.",
    out: (email: string) => `${email} foi bloqueado.`,
    in: (email: string) => `${email} pode entrar de novo.`,
  },
);

/** All that may be done with an account. */
export function EditPerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useTexts(WORDS);
  const faults = useTexts(FAULT_WORDS);
  const { notify } = useAnnouncer();
  const [roles, setRoles] = useState(person.roles);
  const [teams, setTeams] = useState(person.teams);
  const change = useChangePerson();
  const link = useMakeLink();
  const failure = change.error ?? link.error;
  const { id, email, disabled } = person;
  const saveRoles = () =>
    change.mutate(
      { id, roles, ...(same(teams, person.teams) ? {} : { teams }) },
      { onSuccess: () => notify(t.saved) },
    );
  const shut = () =>
    change.mutate(
      { id, disabled: !disabled },
      {
        onSuccess: () => {
          notify(disabled ? t.in(email) : t.out(email));
          onClose();
        },
      },
    );
  return (
    <Dialog title={email} onClose={onClose}>
      <div className={styles.form}>
        {failure !== null && (
          <p className={styles.fault} role="alert">
            {faultOf(failure, faults, "last")}
          </p>
        )}
        <RoleChoice legend={t.roles} chosen={roles} onChange={setRoles} />
        {roles.includes("staff") && (
          <TeamChoice legend={t.teams} chosen={teams} onChange={setTeams} />
        )}
        <Button
          look="primary"
          busy={change.isPending}
          disabled={roles.length === 0 || (same(roles, person.roles) && same(teams, person.teams))}
          onClick={saveRoles}
        >
          {t.save}
        </Button>
        {!disabled && (
          <section className={styles.part}>
            <h3>{t.links}</h3>
            <div className={styles.row}>
              <Button onClick={() => link.mutate({ id, kind: "login" })}>{t.login}</Button>
              <Button onClick={() => link.mutate({ id, kind: "reset" })}>{t.reset}</Button>
            </div>
            {link.data !== undefined && <LinkBox link={link.data} />}
          </section>
        )}
        <section className={styles.part}>
          <h3>{t.account}</h3>
          <p>{disabled ? t.enableWhat : t.disableWhat}</p>
          <div className={styles.row}>
            <Button look={disabled ? "plain" : "danger"} busy={change.isPending} onClick={shut}>
              {disabled ? t.enable : t.disable}
            </Button>
            <Link href={`/admin/log?person=${id}`}>{t.log}</Link>
          </div>
        </section>
      </div>
    </Dialog>
  );
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}
