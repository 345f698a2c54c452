import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { prefer } from "../session/preferences";
import { browserLanguage, texts, useTexts } from "./texts";

const WORDS = texts({ hello: "Hello" }, { hello: "Olá" });

function Greeting() {
  return <p>{useTexts(WORDS).hello}</p>;
}

test("a page changes its language at once", () => {
  prefer("language", "en");
  render(<Greeting />);
  expect(screen.getByText("Hello")).toBeTruthy();
  act(() => prefer("language", "pt"));
  expect(screen.getByText("Olá")).toBeTruthy();
  expect(document.documentElement.lang).toBe("pt-BR");
});

test.each([
  [["pt-PT", "en"], "pt"],
  [["de", "pt-BR"], "pt"],
  [["fr"], "en"],
  [[], "en"],
])("a browser that prefers %j reads %s", (wanted, language) => {
  expect(browserLanguage(wanted)).toBe(language);
});
