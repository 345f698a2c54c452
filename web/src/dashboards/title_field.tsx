import { type KeyboardEvent, useState } from "react";

const LONGEST = 200;

interface Props {
  label: string;
  title: string;
  className: string | undefined;
  onRename: (title: string) => void;
  /** Called when it is left, renamed or not. */
  onDone?: () => void;
  focused?: boolean;
}

/** A title that is changed where it stands: Enter or leaving it keeps it, Escape does not. */
export function TitleField({ label, title, className, onRename, onDone, focused = false }: Props) {
  const [typed, setTyped] = useState(title);
  const [known, setKnown] = useState(title);
  if (known !== title) {
    setKnown(title); // it was changed elsewhere: undone, say
    setTyped(title);
  }
  const keep = () => {
    const said = typed.replace(/\s+/g, " ").trim();
    if (said === "") setTyped(title);
    else if (said !== title) onRename(said);
    onDone?.();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") event.currentTarget.blur();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    setTyped(title);
    onDone?.();
  };
  return (
    <input
      className={className}
      aria-label={label}
      maxLength={LONGEST}
      value={typed}
      // biome-ignore lint/a11y/noAutofocus: whoever asked to rename wants to type
      autoFocus={focused}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}
