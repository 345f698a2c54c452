import { Problem } from "../api/problem";
import { texts } from "../language/texts";

export const PASSWORD_WORDS = texts(
  {
    fresh: "New password",
    hint: "At least 10 characters: three or four words that do not belong together.",
    weak: "This password is too easy to guess. Take three or four words that do not belong together.",
    wait: (seconds: number) => `Too many failed attempts. Try again in ${seconds} s.`,
    offline: "The server cannot be reached. Check your connection and try again.",
    fault: "The password could not be set. Try again in a moment.",
  },
  {
    fresh: "Nova senha",
    hint: "Pelo menos 10 caracteres: três ou quatro palavras que não combinam entre si.",
    weak: "Esta senha é fácil de adivinhar. Use três ou quatro palavras que não combinam entre si.",
    wait: (seconds: number) => `Muitas tentativas sem sucesso. Tente de novo em ${seconds} s.`,
    offline: "O servidor não responde. Verifique a conexão e tente de novo.",
    fault: "Não foi possível definir a senha. Tente de novo daqui a pouco.",
  },
);

/** Say why a password was not taken. */
export function passwordFault(error: unknown, t: (typeof PASSWORD_WORDS)["en"]): string {
  if (!(error instanceof Problem)) return t.fault;
  switch (error.code) {
    case "invalid_request":
      return t.weak;
    case "rate_limited":
      return t.wait(error.retryAfter);
    case "offline":
      return t.offline;
    default:
      return t.fault;
  }
}
