/** What went wrong, in words for people, with what helps. */
import type { Problem, ProblemCode } from "../api/problem";
import { texts, useTexts } from "../language/texts";

interface Words {
  rate_limited: string;
  unauthenticated: string;
  offline: string;
  too_large: string;
  unavailable: string;
  expired: string;
  model_auth: string;
  model_overloaded: string;
  model_unavailable: string;
  worker_lost: string;
  limit_reached: string;
  other: string;
}

const EN: Words = {
  rate_limited: "That was quick: too many messages at once. Wait a moment and send it again.",
  unauthenticated: "Your sign-in ended before this was sent. Sign in, then send it again.",
  offline: "The server cannot be reached. Check your connection and send it again.",
  too_large: "This is too long to send. Shorten it, or send the long part as a file.",
  unavailable: "The server is busy or restarting. Send it again in a moment.",
  expired: "This was answered already, or its time has passed.",
  model_auth: "The model's key was rejected. Whoever runs this server has to set another one.",
  model_overloaded: "The model has too much to do right now. Try again in a moment.",
  model_unavailable: "The model could not be reached. Try again in a moment.",
  worker_lost: "The server that worked on this was lost too often. Send the message again.",
  limit_reached: "There are as many as are kept of one person. Delete one that you do not need.",
  other: "This did not work.",
};
const PT: Words = {
  rate_limited: "Mensagens demais de uma vez. Espere um instante e envie de novo.",
  unauthenticated: "Sua sessão terminou antes do envio. Entre e envie de novo.",
  offline: "O servidor não responde. Verifique a conexão e envie de novo.",
  too_large: "Isto é longo demais. Encurte, ou envie a parte longa como arquivo.",
  unavailable: "O servidor está ocupado ou reiniciando. Envie de novo em instantes.",
  expired: "Isto já foi respondido ou o prazo passou.",
  model_auth: "A chave do modelo foi recusada. Quem opera este servidor precisa trocá-la.",
  model_overloaded: "O modelo está sobrecarregado agora. Tente de novo em instantes.",
  model_unavailable: "O modelo não respondeu. Tente de novo em instantes.",
  worker_lost: "O servidor que cuidava disto caiu vezes demais. Envie a mensagem de novo.",
  limit_reached: "Você chegou ao limite do que é guardado. Apague algo de que não precisa.",
  other: "Não deu certo.",
};
const WORDS = texts({ words: EN }, { words: PT });

/** Return how a failure is told: what it means and what helps, else in the server's words. */
export function useProblemWords(): (problem: Pick<Problem, "code" | "message">) => string {
  const { words } = useTexts(WORDS);
  return ({ code, message }) => (isTold(code) ? words[code] : message || words.other);
}

function isTold(code: ProblemCode): code is Exclude<keyof Words, "other"> & ProblemCode {
  return code in EN && code !== ("other" as ProblemCode);
}
