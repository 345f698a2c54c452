/** Sends one file and follows how far it is: by XMLHttpRequest, which alone tells of the sending. */
import { Problem, type ProblemCode } from "../api/problem";
import { OF_OUR_PAGE } from "../api/request";
import { renewSignIn, signInEnded } from "../api/sign_in";
import type { components } from "../contract/api";

export type UploadResult = components["schemas"]["UploadOut"];

export interface UploadProgress {
  phase: "sending" | "reading";
  /** Between 0 and 1; null while nobody knows. */
  fraction: number | null;
  note: string;
}

interface Options {
  session: string;
  file: File;
  key: string;
  tell: (progress: UploadProgress) => void;
  signal: AbortSignal;
}

/** Send a file; a sign-in that ran out meanwhile is renewed once. Throws `Problem`, or AbortError. */
export async function sendFile(options: Options): Promise<UploadResult> {
  try {
    return await sent(options);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "unauthenticated") throw error;
    if (await renewSignIn()) return sent(options);
    signInEnded();
    throw error;
  }
}

function sent({ session, file, key, tell, signal }: Options): Promise<UploadResult> {
  return new Promise((done, failed) => {
    const asked = new XMLHttpRequest();
    const stop = () => asked.abort();
    signal.addEventListener("abort", stop);
    asked.open("POST", `/sessions/${session}/files`);
    for (const [name, value] of Object.entries(OF_OUR_PAGE)) asked.setRequestHeader(name, value);
    asked.setRequestHeader("accept", "application/jsonl");
    asked.setRequestHeader("idempotency-key", key);
    asked.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      tell({ phase: "sending", fraction: lengthComputable ? loaded / total : null, note: "" });
    asked.upload.onload = () => tell({ phase: "reading", fraction: null, note: "" });
    asked.onprogress = () => {
      const told = lastProgress(asked.responseText);
      if (told !== null) tell(told);
    };
    asked.onabort = () => failed(new DOMException("given up", "AbortError"));
    asked.onerror = () => failed(new Problem("offline", "the server cannot be reached", 0, true));
    asked.onloadend = () => {
      signal.removeEventListener("abort", stop);
      try {
        done(resultOf(asked));
      } catch (error) {
        failed(error);
      }
    };
    const form = new FormData();
    form.append("file", file, file.name);
    asked.send(form);
  });
}

interface Line {
  type?: string;
  fraction?: number | null;
  note?: string;
  problem?: ProblemDocument;
}

interface ProblemDocument {
  code?: ProblemCode;
  detail?: string;
  retryable?: boolean;
  correlation_id?: string;
}

function lastProgress(text: string): UploadProgress | null {
  const lines = text.split("\n").slice(0, -1).flatMap(read);
  const last = lines.findLast((line) => line.type === "progress");
  if (last === undefined) return null;
  return { phase: "reading", fraction: last.fraction ?? null, note: last.note ?? "" };
}

function resultOf(asked: XMLHttpRequest): UploadResult {
  const [last] = asked.responseText.trim().split("\n").slice(-1).flatMap(read);
  if (asked.status === 201 || last?.type === "done") return last as unknown as UploadResult;
  const problem = last?.problem ?? (last as ProblemDocument | undefined);
  if (problem?.code === undefined)
    throw new Problem("unreadable", `HTTP ${asked.status}`, asked.status, asked.status >= 500);
  const { code, detail = "", retryable = false, correlation_id = "" } = problem;
  throw new Problem(code, detail, asked.status, retryable, correlation_id);
}

function read(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}
