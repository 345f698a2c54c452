import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { prefer } from "../session/preferences";
import { UiComponent } from "./ui_component";

beforeEach(() => prefer("language", "en"));

const asked = (component: string, result_schema: Record<string, unknown>) => ({
  type: "ui" as const,
  id: "u1",
  component,
  props: {},
  told: [],
  result_schema,
});
const PER_CAPITA = { type: "object", properties: { income_per_capita: { type: "number" } } };

test("the income calculator answers what it worked out", async () => {
  const given: unknown[] = [];
  render(
    <UiComponent
      event={asked("income_calculator", PER_CAPITA)}
      onAnswer={(v) => void given.push(v)}
    />,
  );
  await userEvent.type(await screen.findByLabelText("People in the household"), "4");
  await userEvent.type(screen.getByLabelText("Monthly income 1"), "3.000,00");
  await userEvent.click(screen.getByRole("button", { name: "Another income" }));
  await userEvent.type(screen.getByLabelText("Monthly income 2"), "1000");
  expect(screen.getByText("R$1,000.00")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Use this" }));
  await waitFor(() => expect(given).toEqual([{ income_per_capita: 1000 }]));
});

test("a component that is not known is answered by a form of its schema", async () => {
  const given: unknown[] = [];
  const schema = {
    type: "object",
    required: ["city"],
    properties: {
      city: { type: "string", title: "City" },
      days: { type: "integer", minimum: 1 },
      unit: { enum: ["C", "F"] },
    },
  };
  render(<UiComponent event={asked("weather", schema)} onAnswer={(v) => void given.push(v)} />);
  expect(screen.getByText(/no component “weather”/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("This is needed.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("City"), "Recife");
  await userEvent.type(screen.getByLabelText("Days"), "0");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText(/does not fit/)).toBeTruthy();
  await userEvent.clear(screen.getByLabelText("Days"));
  await userEvent.type(screen.getByLabelText("Days"), "3");
  await userEvent.selectOptions(screen.getByLabelText("Unit"), "C");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(given).toEqual([{ city: "Recife", days: 3, unit: "C" }]));
});

test("one that only shows, and is not known, is a list of what it shows", () => {
  const told = [
    { title: "nome", text: "Ana" },
    { title: "nascimento", text: "5 de março de 1990" },
  ];
  const event = { ...asked("profile_card", {}), props: { name: "Ana" }, told };
  render(<UiComponent event={event} />);
  expect(screen.getAllByRole("term").map((one) => one.textContent)).toEqual(["Nome", "Nascimento"]);
  expect(screen.getByText("5 de março de 1990")).toBeTruthy();
  expect(screen.queryByText(/no component/)).toBeNull();
});

test("one that was answered shows its answer, as a value or as it is kept", () => {
  const event = asked("income_calculator", PER_CAPITA);
  const { rerender } = render(
    <UiComponent event={event} answered={{ income_per_capita: 1234.5 }} />,
  );
  expect(screen.getByText("1,234.5")).toBeTruthy();
  rerender(<UiComponent event={event} answered='{"id":"u1","value":{"income_per_capita":8}}' />);
  expect(screen.getByText("8")).toBeTruthy();
  rerender(<UiComponent event={event} answered="something else" />);
  expect(screen.getByText("something else")).toBeTruthy();
});

test("where no answer can be given, none can be sent", async () => {
  render(<UiComponent event={asked("weather", { type: "object", properties: { a: {} } })} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
});
