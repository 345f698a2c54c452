import styles from "./queue_filters.module.css";

export interface FilterOption {
  value: string;
  label: string;
  count?: number;
}

interface Props {
  label: string;
  /** What is chosen when nothing is. */
  none: string;
  value: string | undefined;
  options: readonly FilterOption[];
  onChange: (value: string | undefined) => void;
}

/** One choice of the queue: the browser's own list, which works by key, touch and ear. */
export function FilterSelect({ label, none, value, options, onChange }: Props) {
  const missing = value !== undefined && options.every((one) => one.value !== value);
  if (options.length === 0 && value === undefined) return null;
  return (
    <label className={styles.choice} data-chosen={value !== undefined}>
      <span className={styles.name}>{label}</span>
      <select
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
      >
        <option value="">{none}</option>
        {missing && <option value={value}>{value}</option>}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.count === undefined ? one.label : `${one.label} (${one.count})`}
          </option>
        ))}
      </select>
    </label>
  );
}
