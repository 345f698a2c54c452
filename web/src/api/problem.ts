/** Why a request was refused; every failure of the API reaches the pages in this form. */
import type { ErrorCode } from "../contract/errors";

/** `offline`: nobody answered; `unreadable`: somebody did, in no form of ours (a proxy, say). */
export type ProblemCode = ErrorCode | "offline" | "unreadable";

export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    readonly code: ProblemCode,
    detail: string,
    readonly status = 0,
    readonly retryable = false,
    readonly correlationId = "",
    readonly retryAfter = 0,
  ) {
    super(detail);
  }
}

/** What `fetch` throws, as a `Problem`; giving up stays what it is. */
export function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === "AbortError") throw error;
  throw new Problem("offline", "the server cannot be reached", 0, true);
}

/** Read a refusal: our problem document, or whatever else came. */
export async function problemOf(answer: Response): Promise<Problem> {
  const body: unknown = await answer.json().catch(() => null);
  const wait = Number(answer.headers.get("retry-after")) || 0;
  if (isProblem(body)) {
    const { code, detail, retryable, correlation_id } = body;
    return new Problem(code, detail, answer.status, retryable, correlation_id, wait);
  }
  const passing = answer.status >= 500;
  return new Problem("unreadable", `HTTP ${answer.status}`, answer.status, passing, "", wait);
}

interface ProblemDocument {
  code: ErrorCode;
  detail: string;
  retryable: boolean;
  correlation_id: string;
}

function isProblem(body: unknown): body is ProblemDocument {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}
