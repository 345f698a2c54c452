import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Problem } from "./problem";
import { request } from "./request";
import { onSignInEnded } from "./sign_in";

// A real server on loopback; only where the page believes to be is set.
let server: Server;
let asked: { path: string; body: string; page: string | undefined }[];
let answers: Record<string, [number, unknown][]>;

beforeEach(async () => {
  asked = [];
  answers = {};
  server = createServer((incoming, answer) => {
    void bodyOf(incoming).then((body) => {
      const path = incoming.url ?? "";
      asked.push({ path, body, page: String(incoming.headers["x-batuta-page"]) });
      const [status, said] = answers[path]?.shift() ?? [200, {}];
      answer.writeHead(status, { "content-type": "application/json" });
      answer.end(status === 204 ? undefined : JSON.stringify(said));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/app/`,
  );
});

afterEach(async () => {
  await new Promise((done) => server.close(done));
});

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of incoming) text += String(part);
  return text;
}

const ENDED = { code: "unauthenticated", detail: "over", retryable: false, correlation_id: "1" };

test("a sign-in that ran out is renewed, and the request sent again with its body", async () => {
  answers = { "/things": [[401, ENDED]], "/auth/browser/refresh": [[204, null]] };
  const answer = await request("/things", { method: "POST", body: "words" });
  expect(answer.status).toBe(200);
  expect(asked.map((one) => one.path)).toEqual(["/things", "/auth/browser/refresh", "/things"]);
  expect(asked.at(-1)?.body).toBe("words");
  expect(asked.every((one) => one.page === "1")).toBe(true);
});

test("requests that fail together share one renewal", async () => {
  answers = {
    "/a": [[401, ENDED]],
    "/b": [[401, ENDED]],
    "/auth/browser/refresh": [[204, null]],
  };
  await Promise.all([request("/a"), request("/b")]);
  expect(asked.filter((one) => one.path === "/auth/browser/refresh")).toHaveLength(1);
});

test("a sign-in that is over is told once to whoever listens", async () => {
  answers = { "/things": [[401, ENDED]], "/auth/browser/refresh": [[401, ENDED]] };
  let told = 0;
  const stop = onSignInEnded(() => {
    told += 1;
  });
  await expect(request("/things")).rejects.toMatchObject({ code: "unauthenticated" });
  stop();
  expect(told).toBe(1);
});

test("a renewal that nobody could answer ends nothing", async () => {
  answers = { "/things": [[401, ENDED]], "/auth/browser/refresh": [[503, { proxy: "broken" }]] };
  let told = 0;
  const stop = onSignInEnded(() => {
    told += 1;
  });
  await expect(request("/things")).rejects.toMatchObject({ code: "unreadable", retryable: true });
  stop();
  expect(told).toBe(0);
});

test("a wrong password ends nothing", async () => {
  answers = { "/auth/browser/login": [[401, ENDED]] };
  await expect(request("/auth/browser/login", { method: "POST" })).rejects.toBeInstanceOf(Problem);
  expect(asked).toHaveLength(1);
});

test("what is no problem document of ours still becomes a problem", async () => {
  answers = { "/things": [[502, { proxy: "broken" }]] };
  await expect(request("/things")).rejects.toMatchObject({ code: "unreadable", retryable: true });
});
