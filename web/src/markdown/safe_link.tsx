import type { ReactNode } from "react";
import { Link } from "wouter";

/** Addresses of ours that the answer may name, and where they are shown. */
const OURS = /^\/(dashboards\/[\w-]+)$/;
const ELSEWHERE = /^(https?:|mailto:)/i;

/** A link of an answer: elsewhere in a window of its own, which learns nothing of this one. */
export function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const own = OURS.exec(href ?? "");
  if (own !== null) return <Link href={`/${own[1]}`}>{children}</Link>;
  if (href === undefined || !ELSEWHERE.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
