import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Connection, followTurn } from "./follow_turn";
import { closeGap, take } from "./reduce";
import { isOver, NOTHING_YET, type TurnView, textOf } from "./turn_view";

// A real server on loopback that breaks off where a test says so.
type Step = (answer: ServerResponse) => void;
let server: Server;
let steps: Step[];
let asked: { path: string; key: string | undefined }[];
const TURN = "01a1f2fc-5514-711b-a16d-69130a43b39c";
const EVENTS = [
  { type: "turn_start", session: "s", message_id: "m" },
  { type: "text", message_id: "m", content: "One " },
  { type: "text", message_id: "m", content: "two " },
  { type: "text", message_id: "m", content: "three." },
  { type: "done", status: "finished", message_id: "m" },
].map((event, at) => `${JSON.stringify({ turn: TURN, seq: at + 1, at: "now", ...event })}\n`);

beforeEach(async () => {
  steps = [];
  asked = [];
  server = createServer((incoming, answer) => {
    incoming.resume();
    const key = incoming.headers["idempotency-key"];
    asked.push({ path: incoming.url ?? "", key: key === undefined ? undefined : String(key) });
    const step = steps.shift() ?? whole(0);
    step(answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/app/`,
  );
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const HEAD = { "content-type": "application/x-ndjson", "x-turn-id": TURN };
const whole =
  (from: number, to = EVENTS.length): Step =>
  (answer) => {
    answer.writeHead(200, HEAD);
    answer.end(EVENTS.slice(from, to).join(""));
  };
const broken =
  (to: number): Step =>
  (answer) => {
    answer.writeHead(200, HEAD);
    answer.write(EVENTS.slice(0, to).join(""));
    setTimeout(() => answer.destroy(), 20);
  };
const refused =
  (status: number, code: string): Step =>
  (answer) => {
    answer.writeHead(status, { "content-type": "application/problem+json" });
    answer.end(JSON.stringify({ code, detail: "no", retryable: false, correlation_id: "1" }));
  };

async function followed(): Promise<{ view: TurnView; connections: Connection[] }> {
  let view = NOTHING_YET;
  const connections: Connection[] = [];
  await followTurn({
    post: { path: "/chat", body: { message: "hi" }, key: "k1" },
    turn: null,
    seen: () => view.seen,
    take: (event) => {
      view = take(view, event);
      return isOver(view);
    },
    closeGap: () => {
      view = closeGap(view);
      return isOver(view);
    },
    onTurn: () => {},
    onConnection: (connection) => connections.push(connection),
    signal: new AbortController().signal,
  });
  return { view, connections };
}

test("a turn is read to its end", async () => {
  const { view } = await followed();
  expect(textOf(view)).toBe("One two three.");
  expect(asked).toEqual([{ path: "/chat", key: "k1" }]);
});

test("a connection that breaks is joined again after the last event", async () => {
  steps = [broken(2), whole(2)];
  const { view, connections } = await followed();
  expect(textOf(view)).toBe("One two three.");
  expect(asked.map((one) => one.path)).toEqual(["/chat", `/chat/${TURN}/events?after=2`]);
  expect(connections).toEqual(["open", "lost", "open"]);
});

test("a message whose answer was lost is posted again under the same key", async () => {
  steps = [(answer) => answer.destroy(), refused(503, "unavailable"), whole(0)];
  const { view } = await followed();
  expect(textOf(view)).toBe("One two three.");
  expect(asked.map((one) => one.key)).toEqual(["k1", "k1", "k1"]);
});

test("a server that comes up again fails in many ways; the turn is waited for", async () => {
  steps = [broken(2), refused(500, "internal"), refused(503, "unavailable"), whole(2)];
  expect(textOf((await followed()).view)).toBe("One two three.");
});

test("what is refused is not tried again", async () => {
  steps = [refused(422, "invalid_request")];
  await expect(followed()).rejects.toMatchObject({ code: "invalid_request" });
  expect(asked).toHaveLength(1);
});

test("events that are no longer kept are passed over", async () => {
  steps = [broken(2), whole(3), whole(3)];
  const { view } = await followed();
  expect(textOf(view)).toBe("One three.");
  expect(view.phase).toBe("finished");
});
