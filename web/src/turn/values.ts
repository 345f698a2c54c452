/** Values of tools as people read them. */
const BRIEF = 80;
const LONGEST = 20_000;

/** Arguments on one short line. */
export function argumentsInBrief(args: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(args)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${inBrief(value)}`);
  return cut(words.join(" · "), BRIEF * 2);
}

/** A value with line breaks; a very long one is cut, and says so. */
export function pretty(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  return cut(text, LONGEST);
}

export function inBrief(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return cut(text.replaceAll(/\s+/g, " "), BRIEF);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
