import { useAnnouncer } from "../design/announcer";
import { Button } from "../design/button";
import { Failed, Loading } from "../design/states";
import { texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { moment } from "../widgets/values";
import styles from "./dialogs.module.css";
import { type Share, useRevoke, useShares } from "./shares_api";

const WORDS = texts(
  {
    links: "Links",
    none: "Nobody has a link yet.",
    organisation: "Organisation",
    public: "Anybody with the link",
    open: (at: string) => `until ${at}`,
    expired: (at: string) => `expired ${at}`,
    revoked: "revoked",
    views: (n: number) => (n === 1 ? "opened once" : `opened ${n} times`),
    revoke: "Revoke",
    of: (who: string) => `Revoke the link for ${who}`,
    done: "Revoked; the link opens nothing any more",
  },
  {
    links: "Links",
    none: "Ninguém tem um link ainda.",
    organisation: "Organização",
    public: "Qualquer pessoa com o link",
    open: (at: string) => `até ${at}`,
    expired: (at: string) => `expirou em ${at}`,
    revoked: "revogado",
    views: (n: number) => (n === 1 ? "aberto uma vez" : `aberto ${n} vezes`),
    revoke: "Revogar",
    of: (who: string) => `Revogar o link de ${who}`,
    done: "Revogado; o link não abre mais nada",
  },
);

/** The links that there are; whoever made them cannot read them again, but close them. */
export function ShareList({ id }: { id: string }) {
  const t = useTexts(WORDS);
  const shares = useShares(id);
  return (
    <section className={styles.part}>
      <h3>{t.links}</h3>
      {shares.isPending && <Loading />}
      {shares.error !== null && (
        <Failed error={shares.error} onRetry={() => void shares.refetch()} />
      )}
      {shares.data?.length === 0 && <p className={styles.told}>{t.none}</p>}
      <ul className={styles.list}>
        {shares.data?.map((share) => (
          <ShareLine key={share.id} id={id} share={share} />
        ))}
      </ul>
    </section>
  );
}

function ShareLine({ id, share }: { id: string; share: Share }) {
  const t = useTexts(WORDS);
  const language = useLanguage();
  const { notify } = useAnnouncer();
  const revoke = useRevoke(id);
  const who = share.audience === "people" ? share.people.join(", ") : t[share.audience];
  const until = moment(share.expires_at, language);
  const state = share.state === "revoked" ? t.revoked : t[share.state](until);
  return (
    <li className={styles.share} data-state={share.state}>
      <div>
        <p>{who}</p>
        <p className={styles.told}>
          {state} · {t.views(share.views)}
        </p>
      </div>
      {share.state === "open" && (
        <Button
          look="quiet"
          busy={revoke.isPending}
          aria-label={t.of(who)}
          onClick={() =>
            revoke.mutate(share.id, {
              onSuccess: () => notify(t.done),
              onError: (error) => notify(error.message, "failed"),
            })
          }
        >
          {t.revoke}
        </Button>
      )}
    </li>
  );
}
