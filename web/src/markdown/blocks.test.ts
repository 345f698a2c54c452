import { expect, test } from "vitest";
import { markdownBlocks } from "./blocks";

test.each([
  ["one\n\ntwo", ["one\n", "two"]],
  ["one\ntwo", ["one\ntwo"]],
  ["- a\n\n- b\n\nend", ["- a\n\n- b\n", "end"]],
  ["1. a\n\n   more\n\n2. b", ["1. a\n\n   more\n\n2. b"]],
  ["```\na\n\nb\n```\n\nend", ["```\na\n\nb\n```\n", "end"]],
  ["~~~~\n```\n\nx\n~~~~\n\nend", ["~~~~\n```\n\nx\n~~~~\n", "end"]],
  ["", []],
])("%j is cut where its blocks end", (text, blocks) => {
  expect(markdownBlocks(text)).toEqual(blocks);
});

test("blocks that are finished stay as they are while the text grows", () => {
  const text = "# T\n\nOne two.\n\n```py\na\n\nb\n```\n\n- x\n\n- y\n\nLast.";
  let before: string[] = [];
  for (let length = 1; length <= text.length; length += 1) {
    const now = markdownBlocks(text.slice(0, length));
    expect(now.slice(0, before.length - 1).map((one) => one.trim())).toEqual(
      before.slice(0, -1).map((one) => one.trim()),
    );
    before = now;
  }
});
