import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoopbackServer, loopbackServer, refusal } from "../test/loopback_server";

let server: LoopbackServer;
const ME = { id: "1", email: "ana@example.org", roles: ["user"], org_name: "O", language: null };

beforeAll(async () => {
  server = await loopbackServer();
});
beforeEach(() => {
  server.reset();
  server.answers["GET /me"] = () => [401, refusal("unauthenticated")];
  server.answers["POST /auth/browser/refresh"] = () => [401, refusal("unauthenticated")];
  server.answers["GET /auth/options"] = () => [
    200,
    { password: true, oidc: null, keyless: true, languages: ["en", "pt"] },
  ];
});
afterAll(() => server.close());

async function open(word: string) {
  const { makeQueries } = await import("../api/queries");
  const { prefer } = await import("./preferences");
  const { SignedIn } = await import("./signed_in");
  prefer("language", "en");
  window.location.hash = word;
  render(
    <QueryClientProvider client={makeQueries()}>
      <SignedIn>
        <p>the pages</p>
      </SignedIn>
    </QueryClientProvider>,
  );
}

test("a reset link asks for a password until one is taken, and leaves the address", async () => {
  let tries = 0;
  server.answers["POST /auth/browser/link"] = () => {
    tries += 1;
    if (tries === 1) return [422, refusal("invalid_request")];
    server.answers["GET /me"] = () => [200, ME];
    return [204, null];
  };
  await open("#reset=abc");
  const field = await screen.findByLabelText<HTMLInputElement>("New password");
  expect(window.location.hash).toBe("");
  await userEvent.type(field, "weak");
  await userEvent.click(screen.getByRole("button", { name: "Set the password" }));
  expect(await screen.findByText(/too easy to guess/)).toBeTruthy();
  await userEvent.type(field, " horse battery staple");
  await userEvent.click(screen.getByRole("button", { name: "Set the password" }));
  expect(await screen.findByText("the pages")).toBeTruthy();
  const sent = server.asked.filter((one) => one.path === "/auth/browser/link");
  expect(sent.map((one) => one.body)).toEqual([
    { token: "abc", password: "weak" },
    { token: "abc", password: "weak horse battery staple" },
  ]);
});

test("a reset link that is over leads to the other ways in", async () => {
  server.answers["POST /auth/browser/link"] = () => [410, refusal("expired")];
  await open("#reset=abc");
  await userEvent.type(await screen.findByLabelText("New password"), "correct horse battery");
  await userEvent.click(screen.getByRole("button", { name: "Set the password" }));
  expect(await screen.findByText(/has expired or was used/)).toBeTruthy();
  expect(screen.getByLabelText("E-mail")).toBeTruthy();
});

test("the outside issuer is offered where it is set up, and its refusal told", async () => {
  const oidc = { title: "Our company", start: "/auth/oidc/start" };
  server.answers["GET /auth/options"] = () => [
    200,
    { password: true, oidc, keyless: false, languages: ["en", "pt"] },
  ];
  await open("#failed=refused");
  const link = await screen.findByRole("link", { name: "Sign in with Our company" });
  expect(link.getAttribute("href")).toBe("/auth/oidc/start?next=%2Fapp%2F");
  expect(screen.getByRole("alert").textContent).toMatch(/Ask an administrator/);
});

test("nobody is offered a way that is not there", async () => {
  await open("");
  await screen.findByLabelText("E-mail");
  await waitFor(() => expect(server.asked.some((a) => a.path === "/auth/options")).toBe(true));
  expect(screen.queryByRole("link")).toBeNull();
});

test("whoever signs in for the first time is not asked to sign in again", async () => {
  server.answers["POST /auth/browser/login"] = () => {
    server.answers["GET /me"] = () => [200, ME];
    return [204, null];
  };
  await open("");
  await userEvent.type(await screen.findByLabelText("E-mail"), "ana@example.org");
  await userEvent.type(screen.getByLabelText("Password"), "correct horse battery");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("the pages")).toBeTruthy();
  expect(screen.queryByText("Sign in again")).toBeNull();
});

test("a one-time link is used before anybody asks who is signed in", async () => {
  server.answers["POST /auth/browser/link"] = () => {
    server.answers["GET /me"] = () => [200, ME];
    return [204, null];
  };
  await open("#link=abc");
  expect(await screen.findByText("the pages")).toBeTruthy();
  const paths = server.asked.map((one) => one.path).filter((path) => path !== "/auth/options");
  expect(paths).toEqual(["/auth/browser/link", "/me"]);
});
