/**
 * Cuts markdown into blocks that can be drawn apart from each other: while an answer is written only
 * its last block changes, and whatever is above it need not be read again.
 */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A list, as far as it is written: its marks may still lack the blank behind them. */
const LIST = /^\s*([-*+]|\d+[.)]?)(\s|$)/;
const INDENTED = /^\s/;

export function markdownBlocks(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && startsBlock(lines, line)) {
      blocks.push(lines.join("\n"));
      lines = [];
    }
    lines.push(line);
    if (mark === undefined) continue;
    if (fence === null) fence = mark;
    else if (mark[0] === fence[0] && mark.length >= fence.length) fence = null;
  }
  blocks.push(lines.join("\n"));
  return blocks.filter((block) => block.trim() !== "");
}

/** A blank line ends a block, unless what follows goes on with a list. */
function startsBlock(before: readonly string[], line: string): boolean {
  if (line.trim() === "" || before.at(-1)?.trim() !== "") return false;
  return !(LIST.test(before[0] ?? "") && (LIST.test(line) || INDENTED.test(line)));
}
