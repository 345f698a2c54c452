import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoopbackServer, loopbackServer, refusal } from "../test/loopback_server";

let server: LoopbackServer;

const ANA = {
  id: "1",
  email: "ana@example.org",
  roles: ["user"],
  teams: [],
  disabled: false,
  signs_in_by: "password",
  last_sign_in_at: null,
  created_at: "2026-01-02T03:04:05Z",
};

beforeAll(async () => {
  server = await loopbackServer();
});
beforeEach(() => {
  server.reset();
  server.answers["GET /people"] = () => [200, { people: [ANA], next: null }];
});
afterAll(() => server.close());

async function show() {
  // Only now: the API's address is the page's own when it is loaded.
  const { makeQueries } = await import("../api/queries");
  const { prefer } = await import("../session/preferences");
  const { PeoplePage } = await import("./people_page");
  prefer("language", "en");
  render(
    <QueryClientProvider client={makeQueries()}>
      <PeoplePage />
    </QueryClientProvider>,
  );
}

test("people are listed, searched, and told of when nobody is found", async () => {
  server.answers["GET /people"] = ({ query }) => [
    200,
    { people: query.has("search") ? [] : [ANA], next: null },
  ];
  await show();
  const table = await screen.findByRole("table", { name: "People" });
  expect(within(table).getByText("never")).toBeTruthy();
  await userEvent.type(screen.getByRole("searchbox", { name: "Search by e-mail" }), "zoe");
  expect(await screen.findByText("Nobody is like that")).toBeTruthy();
  expect(server.asked.at(-1)?.query.get("search")).toBe("zoe");
});

test("a person is added and their link shown, whole, to be copied", async () => {
  const link = { kind: "reset", url: "/app/#reset=abc", expires_in: 3600 };
  server.answers["POST /people"] = () => [201, { person: ANA, link }];
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Add a person" }));
  await userEvent.type(screen.getByLabelText("E-mail"), "ana@example.org");
  await userEvent.click(screen.getByRole("checkbox", { name: /^Moderator/ }));
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  const shown = await screen.findByLabelText<HTMLInputElement>("One-time link");
  expect(shown.value).toBe(`${location.origin}/app/#reset=abc`);
  expect(server.asked.find((one) => one.method === "POST")?.body).toEqual({
    email: "ana@example.org",
    roles: ["user", "moderator"],
    link: "reset",
  });
});

test("what is refused is told, and nothing typed is lost", async () => {
  server.answers["POST /people"] = () => [409, refusal("conflict")];
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Add a person" }));
  const email = screen.getByLabelText<HTMLInputElement>("E-mail");
  await userEvent.type(email, "ana@example.org");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByText(/has an account already/)).toBeTruthy();
  expect(email.value).toBe("ana@example.org");
});

test("the last administrator's refusal is told where roles are changed", async () => {
  server.answers["PATCH /people/1"] = () => [409, refusal("conflict")];
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Change ana@example.org" }));
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save the roles" });
  expect(save.disabled).toBe(true);
  await userEvent.click(screen.getByRole("checkbox", { name: /^Owner/ }));
  await userEvent.click(save);
  expect(await screen.findByText(/the last administrator keeps the role/)).toBeTruthy();
  await waitFor(() =>
    expect(server.asked.find((one) => one.method === "PATCH")?.body).toEqual({
      roles: ["user", "owner"],
    }),
  );
});

test("a list that cannot be loaded says so and can be asked for again", async () => {
  let fails = true;
  server.answers["GET /people"] = () =>
    fails ? [403, refusal("forbidden")] : [200, { people: [ANA], next: null }];
  await show();
  expect(await screen.findByText("You may not see this.")).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("ana@example.org")).toBeTruthy();
});
