/** Tokens and cost in a few words. */
import type { UsageEvent } from "../contract/events";
import { LOCALE, texts, useTexts } from "../language/texts";
import { useLanguage } from "../session/preferences";

const WORDS = texts(
  { tokens: "tokens", free: "no cost", unknown: "cost unknown", builtIn: "built-in model" },
  { tokens: "tokens", free: "sem custo", unknown: "custo desconhecido", builtIn: "modelo interno" },
);

type UsageWords = (typeof WORDS)["en"] & { locale: string };

export function useUsageWords(): UsageWords {
  return { ...useTexts(WORDS), locale: LOCALE[useLanguage()] };
}

/** What one turn took: the model, its tokens, its price. */
export function usageLine(
  usage: Pick<UsageEvent, "model" | "input" | "output" | "cost_usd">,
  words: UsageWords,
): string {
  const total = usage.input + usage.output;
  if (total === 0) return modelName(usage.model, words);
  const count = total.toLocaleString(words.locale);
  return [
    modelName(usage.model, words),
    `${count} ${words.tokens}`,
    costOf(usage.cost_usd, words),
  ].join(" · ");
}

export function costOf(cost: number | null | undefined, words: UsageWords): string {
  if (cost === null || cost === undefined) return words.unknown;
  if (cost === 0) return words.free;
  const digits = cost < 0.01 ? 4 : 2;
  return cost.toLocaleString(words.locale, {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function modelName(model: string, words: UsageWords): string {
  return model.startsWith("local") ? words.builtIn : (model.split("/").pop() ?? model);
}
