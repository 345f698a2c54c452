/**
 * The option of a chart event, as far as it is drawn: figures, axes and kinds. Whoever wrote it
 * decides neither colours nor what is loaded or opened.
 */
export type Part = Readonly<Record<string, unknown>>;

const PARTS = ["grid", "legend", "tooltip", "xAxis", "yAxis", "visualMap", "series"] as const;
const OPENING = new Set([
  "link",
  "sublink",
  "toolbox",
  "graphic",
  "image",
  "extraCssText",
  "media",
]);
const DEEPEST = 12;

export interface ChartSpec {
  grid: Part | null;
  legend: Part | null;
  tooltip: Part | null;
  xAxis: Part | null;
  yAxis: Part | null;
  visualMap: Part | null;
  series: readonly Part[];
}

/** Read an option; parts that are none are left out. */
export function chartSpec(option: Part): ChartSpec {
  const read: Record<string, Part[]> = {};
  for (const name of PARTS) read[name] = parts(harmless(option[name], 0));
  const first = (name: (typeof PARTS)[number]) => read[name]?.[0] ?? null;
  return {
    grid: first("grid"),
    legend: first("legend"),
    tooltip: first("tooltip"),
    xAxis: first("xAxis"),
    yAxis: first("yAxis"),
    visualMap: first("visualMap"),
    series: read.series ?? [],
  };
}

/** What a chart shows in words, for who does not see it. */
export function describedIn(option: Part, title: string): string {
  const aria = isPart(option.aria) ? option.aria : {};
  const label = isPart(aria.label) ? aria.label : {};
  return typeof label.description === "string" ? label.description : title;
}

export function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parts(value: unknown): Part[] {
  return (Array.isArray(value) ? value : [value]).filter(isPart);
}

/** Without addresses that a chart would load or open. */
function harmless(value: unknown, level: number): unknown {
  if (level > DEEPEST) return null;
  if (typeof value === "string") return value.startsWith("image://") ? "circle" : value;
  if (Array.isArray(value)) return value.map((one) => harmless(one, level + 1));
  if (!isPart(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !OPENING.has(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, harmless(one, level + 1)]));
}
