import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./button.module.css";
import { classes } from "./classes";

type Look = "plain" | "primary" | "quiet" | "danger";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** A press is under way: the button stays where it is, says so, and takes no second one. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button({ look = "plain", busy = false, icon, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[look], rest.className)}
      aria-busy={busy}
      disabled={rest.disabled === true || busy}
    >
      {icon}
      {children !== undefined && <span className={styles.label}>{children}</span>}
    </button>
  );
}

interface IconProps extends Omit<Props, "icon" | "children"> {
  label: string;
  children: ReactNode;
}

/** A button that shows only a picture; its label is its name and its hint. */
export function IconButton({ label, children, look = "quiet", ...rest }: IconProps) {
  return (
    <Button
      {...rest}
      look={look}
      icon={children}
      aria-label={label}
      title={label}
      className={classes(styles.icon, rest.className)}
    />
  );
}
