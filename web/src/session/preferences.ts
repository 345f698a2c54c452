/** How this browser shows the pages: language, colours, motion. Kept here, and known in all tabs. */
import { useSyncExternalStore } from "react";
import { browserLanguage, LANGUAGES, type Language } from "../language/languages";

export const THEMES = ["system", "light", "dark"] as const;
export const MOTIONS = ["system", "none"] as const;
export type Theme = (typeof THEMES)[number];
export type Motion = (typeof MOTIONS)[number];

interface Preferences {
  language: Language;
  theme: Theme;
  motion: Motion;
}

const KEYS: Readonly<Record<keyof Preferences, string>> = {
  language: "batuta.language",
  theme: "batuta.theme", // public/theme.js reads it before the page is drawn
  motion: "batuta.motion",
};
const listeners = new Set<() => void>();
let now = read();

function oneOf<T extends string>(all: readonly T[], value: string | null, other: T): T {
  return all.find((known) => known === value) ?? other;
}

function read(): Preferences {
  return {
    language: oneOf(LANGUAGES, stored("language"), browserLanguage(navigator.languages)),
    theme: oneOf(THEMES, stored("theme"), "system"),
    motion: oneOf(MOTIONS, stored("motion"), "system"),
  };
}

function stored(name: keyof Preferences): string | null {
  return localStorage.getItem(KEYS[name]);
}

function show(): void {
  const page = document.documentElement;
  page.lang = now.language === "pt" ? "pt-BR" : "en";
  mark(page, "theme", now.theme);
  mark(page, "motion", now.motion);
  for (const listener of listeners) listener();
}

function mark(page: HTMLElement, name: "theme" | "motion", value: string): void {
  if (value === "system") delete page.dataset[name];
  else page.dataset[name] = value;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Change one of them, here and in the other tabs. */
export function prefer<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  localStorage.setItem(KEYS[name], value);
  now = { ...now, [name]: value };
  show();
}

/** Whether the person has chosen a language in this browser (else the account's is taken). */
export function languageChosen(): boolean {
  return stored("language") !== null;
}

export function usePreferences(): Readonly<Preferences> {
  return useSyncExternalStore(subscribe, () => now);
}

export function useLanguage(): Language {
  return usePreferences().language;
}

/** The language outside of components. */
export function languageNow(): Language {
  return now.language;
}

/** Obey them from now on; once, at the start. */
export function obeyPreferences(): void {
  window.addEventListener("storage", () => {
    now = read();
    show();
  });
  show();
}
