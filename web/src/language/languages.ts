/** The languages of the pages. */
export const LANGUAGES = ["en", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

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
