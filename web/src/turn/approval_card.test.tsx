import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { Problem } from "../api/problem";
import type { ApprovalAnswer } from "../conversation/conversation";
import { prefer } from "../session/preferences";
import { ApprovalCard } from "./approval_card";

const HOUR = 3_600_000;
let answers: ApprovalAnswer[];
let refusal: Problem | null;

beforeEach(() => {
  prefer("language", "en");
  answers = [];
  refusal = null;
});

function shown(change: object = {}, decided: boolean | null = null, settled = false) {
  const asked = {
    type: "tool_approval_request" as const,
    approval: "a",
    kind: "tool" as const,
    call: "c",
    tool: "send",
    title: "Send a letter",
    args: { to: "ana", copies: 1 },
    reason: "it leaves the house",
    code: "asks_first" as const,
    expires_at: new Date(Date.now() + HOUR).toISOString(),
    ...change,
  };
  const conversation = {
    decide: async (_: string, answer: ApprovalAnswer) => {
      answers.push(answer);
      if (refusal !== null) throw refusal;
    },
    load: async () => undefined,
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApprovalCard asked={asked} decided={decided} settled={settled} conversation={conversation} />
    </QueryClientProvider>,
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

test("what is allowed as it stands is sent without arguments", async () => {
  shown();
  await userEvent.click(screen.getByRole("checkbox", { name: /Do not ask again/ }));
  await press("Allow");
  expect(answers).toEqual([{ approve: true, remember: true }]);
});

test("a changed argument is sent with the others, by its type", async () => {
  shown();
  const field = screen.getByRole("textbox", { name: "Copies" });
  await userEvent.clear(field);
  await userEvent.type(field, "2");
  await press("Allow with these changes");
  expect(answers).toEqual([{ approve: true, edited_args: { to: "ana", copies: 2 } }]);
});

test("what the server does not take is told at its field, and the question stays", async () => {
  refusal = new Problem("invalid_request", "send was called wrongly: 'to': should be shorter", 422);
  shown();
  await userEvent.type(screen.getByRole("textbox", { name: "To" }), "!");
  await press("Allow with these changes");
  expect(await screen.findByText("should be shorter")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "To" }).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("button", { name: "Deny" })).toBeTruthy();
});

test("a number that is none is told before anything is sent", async () => {
  shown();
  await userEvent.type(screen.getByRole("textbox", { name: "Copies" }), "x");
  await press("Allow with these changes");
  expect(screen.getByText("Write a number.")).toBeTruthy();
  expect(answers).toEqual([]);
});

test.each([
  ["continue", "Go on working?", "Go on", "Stop here"],
  ["retry", "Try once more?", "Try again", "Stop here"],
  ["repeat", "Do it again?", "Try again", "Stop here"],
])("%s is worded for people and has no arguments to edit", async (kind, title, yes, no) => {
  shown({ kind });
  expect(screen.getByRole("heading", { name: title })).toBeTruthy();
  expect(screen.getByRole("button", { name: yes })).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  await press(no);
  expect(answers).toEqual([{ approve: false }]);
});

test("one whose time has passed says so and has no buttons", () => {
  shown({ expires_at: new Date(Date.now() - HOUR).toISOString() });
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText(/time for this has passed/)).toBeTruthy();
});

test("one that was settled otherwise says so", () => {
  shown({}, null, true);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText(/settled/)).toBeTruthy();
});
