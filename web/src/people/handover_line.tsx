import { texts, useTexts } from "../language/texts";
import type { HandoverPart } from "../stream/turn_view";
import styles from "./people.module.css";

const WORDS = texts(
  {
    waiting: (who: string) => `Asked for: ${who}`,
    taken: (who: string) => `${who} has joined`,
    returned: (who: string) => `${who} has handed the conversation back`,
    closed: (who: string) => `${who} has closed the request`,
    left: () => "Back with the assistant",
    expired: () => "Back with the assistant: nobody came",
  },
  {
    waiting: (who: string) => `Chamado: ${who}`,
    taken: (who: string) => `${who} entrou`,
    returned: (who: string) => `${who} devolveu a conversa`,
    closed: (who: string) => `${who} encerrou o atendimento`,
    left: () => "De volta com o assistente",
    expired: () => "De volta com o assistente: ninguém atendeu",
  },
);

/** From here on others have the conversation: one line across it. */
export function HandoverLine({ part }: { part: HandoverPart }) {
  const t = useTexts(WORDS);
  return <p className={styles.line}>{t[part.status](calledWho(part.name, part.title))}</p>;
}

/** "Ana, Support", or the team alone. */
export function calledWho(name: string | null | undefined, title: string): string {
  return name ? `${name}, ${title}` : title;
}
