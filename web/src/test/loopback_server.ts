/** A real server on loopback that answers for ours; the page believes to be served by it. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}
type Answer = (asked: Asked) => [status: number, body: unknown];

export interface LoopbackServer {
  asked: Asked[];
  answers: Record<string, Answer>;
  /** Forget what was asked and what is answered. */
  reset: () => void;
  close: () => Promise<void>;
}

/** Start it before what reads the page's address is imported, and once for all tests of a file. */
export async function loopbackServer(): Promise<LoopbackServer> {
  const asked: Asked[] = [];
  const answers: Record<string, Answer> = {};
  const server = createServer((incoming, answer) => {
    void bodyOf(incoming).then((text) => {
      const url = new URL(incoming.url ?? "", "http://loopback");
      const one: Asked = {
        method: incoming.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        body: text === "" ? null : JSON.parse(text),
      };
      asked.push(one);
      const known = answers[`${one.method} ${one.path}`];
      const [status, said] = known?.(one) ?? [404, refusal("not_found")];
      answer.writeHead(status, { "content-type": "application/json" });
      answer.end(status === 204 ? undefined : JSON.stringify(said));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/app/`,
  );
  const close = () => new Promise<void>((done) => server.close(() => done()));
  const reset = () => {
    asked.length = 0;
    for (const known of Object.keys(answers)) delete answers[known];
  };
  return { asked, answers, reset, close };
}

export function refusal(code: string) {
  return { code, detail: code, retryable: false, correlation_id: "1" };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of incoming) text += String(part);
  return text;
}
