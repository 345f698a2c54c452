/** The tokens as a canvas needs them: worked out, and anew when the theme changes. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { usePreferences } from "../session/preferences";

const SERIES = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"] as const;

export interface ChartColours {
  ink: string;
  soft: string;
  line: string;
  card: string;
  wash: string;
  font: string;
  series: readonly string[];
}

/** Read them off the page. */
export function chartColours(): ChartColours {
  const probe = document.createElement("span");
  probe.className = "hidden";
  document.body.append(probe);
  const value = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const known = {
    ink: value("ink"),
    soft: value("soft"),
    line: value("line"),
    card: value("card"),
    wash: value("accent-wash"),
    font: getComputedStyle(probe).fontFamily,
    series: SERIES.map(value),
  };
  probe.remove();
  return known;
}

/** The colours of now: of the theme that was chosen, of the system's, and of paper. */
export function useChartColours(): ChartColours {
  const { theme } = usePreferences();
  const [colours, setColours] = useState(chartColours);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme, other colours
  useEffect(() => {
    const read = () => setColours(chartColours());
    const system = matchMedia("(prefers-color-scheme: dark)");
    const paper = matchMedia("print");
    // Paper is taken as it is at that moment: what is drawn later is not on it.
    const print = () => flushSync(read);
    read();
    system.addEventListener("change", read);
    paper.addEventListener("change", print);
    return () => {
      system.removeEventListener("change", read);
      paper.removeEventListener("change", print);
    };
  }, [theme]);
  return colours;
}

/** The theme that the page has now, whoever chose it; a frame does not inherit it. */
export function useTheme(): "light" | "dark" {
  const { theme } = usePreferences();
  const dark = useSyncExternalStore(whenSystemChanges, systemIsDark);
  if (theme !== "system") return theme;
  return dark ? "dark" : "light";
}

function systemIsDark(): boolean {
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function whenSystemChanges(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", listener);
  return () => system.removeEventListener("change", listener);
}
