/** A text as it is, with what would hide or turn it around made visible. */
export interface TextPart {
  text: string;
  /** The name of a character that shows nothing by itself, or turns what follows around. */
  sign: boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  "\u00ad": "SHY",
  "\u061c": "ALM",
  "\u200b": "ZWSP",
  "\u200e": "LRM",
  "\u200f": "RLM",
  "\u202a": "LRE",
  "\u202b": "RLE",
  "\u202c": "PDF",
  "\u202d": "LRO",
  "\u202e": "RLO",
  "\u2060": "WJ",
  "\u2066": "LRI",
  "\u2067": "RLI",
  "\u2068": "FSI",
  "\u2069": "PDI",
  "\ufeff": "BOM",
};
// Joiners and variation selectors stay as they are: emoji and several scripts need them.
const SIGNS =
  /(?:(?![\t\n\r])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}])+/gu;
const MOST_NAMED = 6;

/** Take a text apart into what is read and signs that are named instead of obeyed. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const found of text.matchAll(SIGNS)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index), sign: false });
    parts.push({ text: namesOf(found[0]), sign: true });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), sign: false });
  return parts;
}

function namesOf(signs: string): string {
  const each = [...signs];
  const told = each
    .slice(0, MOST_NAMED)
    .map(
      (sign) =>
        NAMES[sign] ??
        `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
    );
  return told.join(" ") + (each.length > MOST_NAMED ? ` +${each.length - MOST_NAMED}` : "");
}

/** Cut a text without tearing a character apart. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}
