/** Texts of a part of the pages, in every language; a language that lacks one does not compile. */
import { useLanguage } from "../session/preferences";

export const LANGUAGES = ["en", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Texts<T> = Readonly<Record<Language, T>>;

type Widened<T> = T extends string
  ? string
  : T extends (...given: infer G) => string
    ? (...given: G) => string
    : { readonly [K in keyof T]: Widened<T[K]> };

/** Keep the texts of both languages together; Portuguese must have all that English has. */
export function texts<T>(en: T, pt: Widened<T>): Texts<Widened<T>> {
  return { en: en as Widened<T>, pt };
}

/** Return the texts in the language the person reads. */
export function useTexts<T>(of: Texts<T>): T {
  return of[useLanguage()];
}

/** What the browser prefers among what there is. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short === "pt" || short === "en") return short;
  }
  return "en";
}

/** The full tag by which dates and numbers are written. */
export const LOCALE: Readonly<Record<Language, string>> = { en: "en-US", pt: "pt-BR" };
