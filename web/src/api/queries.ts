/** How the pages ask again: never for what will be refused again, and not at once for the rest. */
import { QueryClient } from "@tanstack/react-query";
import { Problem } from "./problem";

const TRIES = 3;

export function makeQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: "always", // the server may be on this machine, whatever the browser says
        retry: (tried, error) => tried < TRIES && mayHelp(error),
        retryDelay: (tried, error) => wait(tried, error),
      },
      mutations: { networkMode: "always" },
    },
  });
}

function mayHelp(error: Error): boolean {
  return error instanceof Problem && error.retryable;
}

function wait(tried: number, error: Error): number {
  const asked = error instanceof Problem ? error.retryAfter * 1000 : 0;
  return Math.max(asked, 500 * 2 ** tried);
}
