import { EllipsisVertical } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { IconButton } from "./button";
import styles from "./menu.module.css";

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface Props {
  label: string;
  items: readonly (MenuItem | false | null)[];
}

const GAP = 4;

/** A button that opens a list of things to do; above everything, closed by Escape or beside it. */
export function Menu({ label, items }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const shown = items.filter((item) => item !== false && item !== null);
  useLayoutEffect(() => {
    if (open) place(list.current, opener.current);
  }, [open]);
  // Closed and opened again in one breath, it is told once, and was open all the time.
  const toggled = (opens: boolean) => {
    if (opens && open) place(list.current, opener.current);
    setOpen(opens);
  };
  const choose = (item: MenuItem) => {
    list.current?.hidePopover();
    item.onSelect();
  };
  return (
    <>
      <span ref={opener} className={styles.opener}>
        <IconButton label={label} aria-haspopup="menu" aria-expanded={open} popoverTarget={id}>
          <EllipsisVertical />
        </IconButton>
      </span>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.menu}
        onToggle={(event) => toggled(event.newState === "open")}
        onKeyDown={walk}
      >
        {open &&
          shown.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              disabled={item.disabled === true}
              data-danger={item.danger}
              onClick={() => choose(item)}
            >
              <span className={styles.icon} aria-hidden="true">
                {item.icon}
              </span>
              {item.label}
            </button>
          ))}
      </div>
    </>
  );
}

/** Below its button where there is room, else above it; the first thing to do has the focus. */
function place(box: HTMLElement | null, opener: HTMLElement | null): void {
  const at = opener?.getBoundingClientRect();
  if (box === null || at === undefined) return;
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + GAP + height <= innerHeight;
  box.style.left = `${Math.max(GAP, Math.min(at.right - width, innerWidth - width - GAP))}px`;
  box.style.top = `${Math.max(GAP, below ? at.bottom + GAP : at.top - GAP - height)}px`;
  box.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
}

/** Arrows walk through the list, Home and End to its ends, Tab out of it. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const at = all.findIndex((one) => one.matches(":focus"));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === "Tab") event.currentTarget.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  all.at(next % all.length)?.focus();
}
