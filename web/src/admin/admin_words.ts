import { Problem } from "../api/problem";
import { texts } from "../language/texts";

export const FAULT_WORDS = texts(
  {
    offline: "The server cannot be reached. Nothing was changed; try again.",
    forbidden: "You do not administer this organisation any more.",
    email: "This is no e-mail address, or no role was chosen.",
    taken: "This e-mail has an account already, here or in another organisation.",
    last: "Nobody shuts themselves out, and the last administrator keeps the role.",
    gone: "This person is not here any more.",
    fault: "This could not be done. Try again in a moment.",
  },
  {
    offline: "O servidor não responde. Nada mudou; tente de novo.",
    forbidden: "Você não administra mais esta organização.",
    email: "Isto não é um e-mail, ou nenhum papel foi escolhido.",
    taken: "Este e-mail já tem uma conta, aqui ou em outra organização.",
    last: "Ninguém bloqueia a si mesmo, e o último administrador mantém o papel.",
    gone: "Esta pessoa não está mais aqui.",
    fault: "Não foi possível fazer isto. Tente de novo daqui a pouco.",
  },
);

/** Say why something was not done; `conflict` is what a refusal of what was asked means. */
export function faultOf(
  error: Error,
  t: (typeof FAULT_WORDS)["en"],
  conflict: "taken" | "last",
): string {
  if (!(error instanceof Problem)) return t.fault;
  switch (error.code) {
    case "offline":
    case "forbidden":
      return t[error.code];
    case "conflict":
      return t[conflict];
    case "invalid_request":
      return t.email;
    case "not_found":
      return t.gone;
    default:
      return t.fault;
  }
}
