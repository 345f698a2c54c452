import type { RouteEvent } from "../contract/events";
import { texts, useTexts } from "../language/texts";

const WORDS = texts(
  {
    answers_form: "It answers the form.",
    answers_approval: "It answers what waited for a decision.",
    answers_question: "It answers the question just asked.",
    said_to_workflow: "It was said to what is going on itself.",
    leaves: "You wanted to leave.",
    comes_first: "This comes first for new people.",
    requested: "It was asked for.",
    button: "It was chosen with a button.",
    no_words: "There were no words to judge by.",
    named: "It was called by its name.",
    goes_on: "The conversation is in it.",
    left_to_others: "What was going on leaves this to others.",
    alike: "It is like what belongs here.",
    change_of_subject: "The subject changed.",
    no_change: "Nothing spoke for another subject.",
    unclear: "It was not clear where it belongs.",
    table_sent: "A table was sent.",
    unclaimed: "Nothing else claims it.",
    model: "A model judged it.",
    other: "",
  },
  {
    answers_form: "Responde ao formulário.",
    answers_approval: "Responde ao que esperava uma decisão.",
    answers_question: "Responde à pergunta que acabou de ser feita.",
    said_to_workflow: "Foi dito ao que já está em andamento.",
    leaves: "Você quis sair.",
    comes_first: "Para quem é novo, isto vem primeiro.",
    requested: "Foi pedido.",
    button: "Foi escolhido com um botão.",
    no_words: "Não havia palavras para julgar.",
    named: "Foi chamado pelo nome.",
    goes_on: "A conversa está nele.",
    left_to_others: "O que estava em andamento deixa isto para outros.",
    alike: "Parece com o que pertence a este lugar.",
    change_of_subject: "O assunto mudou.",
    no_change: "Nada indicava outro assunto.",
    unclear: "Não ficou claro onde pertence.",
    table_sent: "Foi enviada uma tabela.",
    unclaimed: "Nada mais se ocupa disso.",
    model: "Um modelo decidiu.",
    other: "",
  },
);

/** Why a message went where it went: in our words by its code, in the server's where it has none. */
export function useRouteReason(route: Pick<RouteEvent, "code" | "reason">): string {
  const t = useTexts(WORDS);
  const own = t[route.code] ?? "";
  return route.code === "model" ? `${own} ${route.reason}` : own || route.reason;
}
