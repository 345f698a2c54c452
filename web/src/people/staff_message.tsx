import { UserRound } from "lucide-react";
import { Markdown } from "../markdown/markdown";
import type { StaffPart } from "../stream/turn_view";
import { calledWho } from "./handover_line";
import styles from "./people.module.css";

/** What a person of a team has written: who, and the words. */
export function StaffMessage({ part }: { part: StaffPart }) {
  return (
    <div className={styles.staff} data-staff="">
      <p className={styles.who}>
        <UserRound aria-hidden="true" />
        {calledWho(part.name, part.title)}
      </p>
      <div dir="auto">
        <Markdown text={part.text} />
      </div>
    </div>
  );
}
