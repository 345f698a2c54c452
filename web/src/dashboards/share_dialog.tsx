import { type FormEvent, useState } from "react";
import { Button } from "../design/button";
import { Dialog } from "../design/dialog";
import { Field } from "../design/field";
import { texts, useTexts } from "../language/texts";
import styles from "./dialogs.module.css";
import { NewLink } from "./new_link";
import { ShareList } from "./share_list";
import { type Audience, useShare } from "./shares_api";

const WORDS = texts(
  {
    title: "Share this dashboard",
    who: "Who may open the link",
    organisation: "My organisation",
    organisationMore: "whoever is signed in to it",
    people: "Some people",
    peopleMore: "of my organisation, by e-mail",
    public: "Anybody with the link",
    publicMore: "no sign-in needed",
    emails: "Their e-mails",
    emailsHint: "One or more, parted by commas.",
    life: "The link works for",
    day: "1 day",
    week: "7 days",
    month: "30 days",
    year: "1 year",
    make: "Make the link",
    told: "Whoever opens it sees the figures as you would see them then, without where they are from.",
  },
  {
    title: "Compartilhar este dashboard",
    who: "Quem pode abrir o link",
    organisation: "Minha organização",
    organisationMore: "quem está conectado a ela",
    people: "Algumas pessoas",
    peopleMore: "da minha organização, por e-mail",
    public: "Qualquer pessoa com o link",
    publicMore: "sem entrar na conta",
    emails: "Os e-mails",
    emailsHint: "Um ou mais, separados por vírgulas.",
    life: "O link funciona por",
    day: "1 dia",
    week: "7 dias",
    month: "30 dias",
    year: "1 ano",
    make: "Criar o link",
    told: "Quem abrir vê os números como você os veria na hora, sem saber de onde vêm.",
  },
);
const AUDIENCES = ["organisation", "people", "public"] as const satisfies readonly Audience[];
const LIVES = [
  ["day", 24],
  ["week", 168],
  ["month", 720],
  ["year", 8760],
] as const;

/** Links for others: made here, told once, listed and revoked. */
export function ShareDialog({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useTexts(WORDS);
  const share = useShare(id);
  const [audience, setAudience] = useState<Audience>("organisation");
  const [emails, setEmails] = useState("");
  const [hours, setHours] = useState(168);
  const people = emails.split(/[\s,;]+/).filter(Boolean);
  const ready = audience !== "people" || people.length > 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    share.mutate({ audience, hours, people: audience === "people" ? people : [] });
  };
  return (
    <Dialog title={t.title} onClose={onDone}>
      <form className={styles.part} onSubmit={send}>
        <fieldset className={styles.audience}>
          <legend>{t.who}</legend>
          {AUDIENCES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="audience"
                checked={audience === one}
                onChange={() => setAudience(one)}
              />
              <span>
                {t[one]} <small>{t[`${one}More`]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {audience === "people" && (
          <Field
            label={t.emails}
            hint={t.emailsHint}
            type="text"
            inputMode="email"
            autoComplete="off"
            value={emails}
            onChange={(event) => setEmails(event.target.value)}
          />
        )}
        <div className={styles.row}>
          <label className={styles.life}>
            {t.life}
            <select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
              {LIVES.map(([name, value]) => (
                <option key={name} value={value}>
                  {t[name]}
                </option>
              ))}
            </select>
          </label>
          <Button type="submit" look="primary" busy={share.isPending} disabled={!ready}>
            {t.make}
          </Button>
        </div>
        {share.error !== null && (
          <p className={styles.fault} role="alert">
            {share.error.message}
          </p>
        )}
        {share.data !== undefined && <NewLink key={share.data.id} url={share.data.url} />}
        <p className={styles.told}>{t.told}</p>
      </form>
      <ShareList id={id} />
    </Dialog>
  );
}
