import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { keepFor } from "../conversation/person";
import { prefer } from "../session/preferences";
import { Composer } from "./composer";

let sent: string[];

beforeEach(() => {
  prefer("language", "en");
  keepFor("ana");
  sent = [];
});

function shown(place = "s1", running = false) {
  return render(
    <Composer
      place={place}
      running={running}
      onSend={(text) => sent.push(text)}
      onStop={() => sent.push("STOP")}
      onFiles={() => {}}
    />,
  );
}

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your message" });

test("Enter sends, Shift and Enter begin a line", async () => {
  shown();
  await userEvent.type(box(), "one{Shift>}{Enter}{/Shift}two{Enter}");
  expect(sent).toEqual(["one\ntwo"]);
  expect(box().value).toBe("");
});

test("nothing but blanks is not sent", async () => {
  shown();
  await userEvent.type(box(), "   {Enter}");
  expect(sent).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /Send \(/ }).disabled).toBe(true);
});

test("a draft is kept for its conversation and its person", async () => {
  const first = shown();
  await userEvent.type(box(), "not yet");
  first.unmount();
  const other = shown("s2");
  expect(box().value).toBe("");
  other.unmount();
  keepFor("eve");
  const stranger = shown();
  expect(box().value).toBe("");
  stranger.unmount();
  keepFor("ana");
  shown();
  expect(box().value).toBe("not yet");
});

test("what runs can be stopped while the next is written", async () => {
  shown("s1", true);
  await userEvent.type(box(), "next{Enter}");
  await userEvent.click(screen.getByRole("button", { name: /Stop/ }));
  expect(sent).toEqual(["next", "STOP"]);
});
