/** Texts of a part of the pages, in every language; a language that lacks one does not compile. */
import { useLanguage } from "../session/preferences";
import type { Language } from "./languages";

export { browserLanguage, LANGUAGES, type Language, LOCALE } from "./languages";
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
