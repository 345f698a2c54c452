import { useServerOptions } from "../api/options";
import { texts, useTexts } from "../language/texts";
import styles from "./outside_way.module.css";

const WORDS = texts(
  {
    by: (title: string) => `Sign in with ${title}`,
    or: "or",
    refused:
      "Your account there cannot be used here: its e-mail is not confirmed, or belongs to another account. Ask an administrator.",
    unauthenticated: "Nothing came back that proves who you are. Try again.",
    unavailable: "The other service does not answer right now. Try again in a moment.",
    fault: "Signing in there failed. Try again in a moment.",
  },
  {
    by: (title: string) => `Entrar com ${title}`,
    or: "ou",
    refused:
      "Sua conta de lá não pode ser usada aqui: o e-mail não está confirmado, ou pertence a outra conta. Fale com um administrador.",
    unauthenticated: "Não voltou nada que comprove quem você é. Tente de novo.",
    unavailable: "O outro serviço não responde agora. Tente de novo daqui a pouco.",
    fault: "Não foi possível entrar por lá. Tente de novo daqui a pouco.",
  },
);

/** The way in by an outside issuer, where one is set up; a link, because it leaves the page. */
export function OutsideWay({ failure }: { failure?: string }) {
  const t = useTexts(WORDS);
  const oidc = useServerOptions().data?.oidc ?? null;
  if (oidc === null) return null;
  const next = encodeURIComponent(window.location.pathname);
  return (
    <div className={styles.way}>
      {failure !== undefined && (
        <p className={styles.fault} role="alert">
          {told(failure, t)}
        </p>
      )}
      <a className={styles.link} href={`${oidc.start}?next=${next}`}>
        {t.by(oidc.title)}
      </a>
      <p className={styles.or}>{t.or}</p>
    </div>
  );
}

function told(why: string, t: (typeof WORDS)["en"]): string {
  switch (why) {
    case "refused":
    case "unauthenticated":
    case "unavailable":
      return t[why];
    default:
      return t.fault;
  }
}
