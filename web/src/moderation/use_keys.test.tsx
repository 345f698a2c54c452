import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { useKeys } from "./use_keys";

function Page({ onKey }: { onKey: (key: string) => void }) {
  useKeys({ j: () => onKey("j"), "?": () => onKey("?") });
  return (
    <>
      <p>text</p>
      <input aria-label="field" />
      <input type="checkbox" aria-label="box" />
    </>
  );
}

test("a key acts on the page, and not on what somebody types", () => {
  const seen: string[] = [];
  render(<Page onKey={(key) => seen.push(key)} />);
  fireEvent.keyDown(screen.getByText("text"), { key: "j" });
  fireEvent.keyDown(screen.getByLabelText("box"), { key: "?" });
  fireEvent.keyDown(screen.getByLabelText("field"), { key: "j" });
  fireEvent.keyDown(screen.getByText("text"), { key: "j", ctrlKey: true });
  fireEvent.keyDown(screen.getByText("text"), { key: "toString" });
  expect(seen).toEqual(["j", "?"]);
});

test("a dialog in front of the page keeps the keys to itself", () => {
  const seen: string[] = [];
  render(<Page onKey={(key) => seen.push(key)} />);
  const dialog = document.createElement("dialog");
  dialog.setAttribute("open", "");
  document.body.append(dialog);
  fireEvent.keyDown(screen.getByText("text"), { key: "j" });
  dialog.remove();
  expect(seen).toEqual([]);
});
