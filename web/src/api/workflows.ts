/** The workflows that the person may use, and what they are called. */
import { useQuery } from "@tanstack/react-query";
import type { LOCALE } from "../language/texts";
import { useLanguage } from "../session/preferences";
import { api, dataOf } from "./request";

const WORKFLOWS = ["workflows"] as const;

export function useWorkflows() {
  return useQuery({
    queryKey: WORKFLOWS,
    queryFn: () => dataOf(api.GET("/workflows")),
    staleTime: 60_000,
  });
}

/** A title in the language the person reads, or the name where there is none. */
export function useWorkflowTitle(name: string | null): string | null {
  const workflows = useWorkflows().data?.workflows;
  const language = useLanguage();
  if (name === null) return null;
  const title = workflows?.find((one) => one.name === name)?.title;
  return localized(title, language) ?? name;
}

function localized(title: unknown, language: keyof typeof LOCALE): string | null {
  if (typeof title === "string") return title;
  if (typeof title !== "object" || title === null) return null;
  const known = title as Partial<Record<string, string>>;
  return known[language] ?? known.en ?? Object.values(known)[0] ?? null;
}
