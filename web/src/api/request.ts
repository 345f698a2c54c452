/**
 * Every request of the pages goes through here: it proves that a page of ours sends it, renews a
 * sign-in that ran out, and turns every failure into a `Problem`.
 */
import createClient from "openapi-fetch";
import type { paths } from "../contract/api";
import { problemOf, unreachable } from "./problem";
import { renewSignIn, signInEnded } from "./sign_in";

/** No other site's page may send this header along (the browser asks us first, and we refuse). */
export const OF_OUR_PAGE = { "x-batuta-page": "1" } as const;

/** The API as its description says it: paths, parameters and answers are checked at compile time. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  fetch: request,
  headers: OF_OUR_PAGE,
});

/** Send a request; a sign-in that ended meanwhile is renewed once. Throws `Problem` or AbortError. */
export async function request(input: Request | string, init?: RequestInit): Promise<Response> {
  const asked = new Request(input, init);
  for (const [name, value] of Object.entries(OF_OUR_PAGE)) asked.headers.set(name, value);
  const again = asked.clone(); // a body is read once
  let answer = await fetch(asked).catch(unreachable);
  if (answer.status === 401 && !isSigningIn(asked) && (await renewSignIn()))
    answer = await fetch(again).catch(unreachable);
  if (answer.ok) return answer;
  const problem = await problemOf(answer);
  if (problem.code === "unauthenticated" && !isSigningIn(asked)) signInEnded();
  throw problem;
}

/** Return what an answer holds; `api` has thrown for every refusal before. */
export async function dataOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}

/** A wrong password is answered with 401 as well, and ends nothing. */
function isSigningIn(asked: Request): boolean {
  return new URL(asked.url).pathname.startsWith("/auth/");
}
