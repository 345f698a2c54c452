/** Dresses a chart in our colours, type and numbers. Pure: what it is given, it draws. */
import type { Language } from "../language/texts";
import type { ChartColours } from "./chart_colours";
import { type ChartSpec, isPart, type Part } from "./chart_spec";
import { shortNumber, writtenNumber } from "./values";

const LETTER = 6.6; // about how wide one of an axis is
const LONGEST_LABEL = 22;
const NARROW = 420;
const MOST_LABELLED = 12;
const ROW = 22;

export interface ChartLook {
  colours: ChartColours;
  language: Language;
  width: number;
  height: number;
  /** No motion. */
  still: boolean;
  /** A preview: the shape alone. */
  small?: boolean;
}

export function themedOption(given: ChartSpec, look: ChartLook): Part {
  const spec = lying(given, look) ? turned(given) : given;
  const option: Record<string, unknown> = {
    color: look.colours.series,
    backgroundColor: "transparent",
    textStyle: { color: look.colours.ink, fontFamily: look.colours.font },
    animation: !look.still && look.small !== true,
    animationDuration: 300,
    tooltip: tooltip(spec, look),
    series: spec.series.map((each) => series(each, spec, look)),
  };
  if (spec.xAxis !== null) option.xAxis = axis(spec.xAxis, spec.yAxis, look, true);
  if (spec.yAxis !== null) option.yAxis = axis(spec.yAxis, spec.xAxis, look, false);
  if (spec.xAxis !== null || spec.grid !== null) option.grid = grid(spec, look);
  if (spec.legend !== null) option.legend = legend(spec, look);
  if (spec.visualMap !== null) option.visualMap = scale(spec.visualMap, look);
  return option;
}

/** Long names of few bars are read better beside them than turned beneath. */
export function lying(spec: ChartSpec, look: ChartLook): boolean {
  const names = namesOf(spec.xAxis);
  const bars = spec.series.length > 0 && spec.series.every((each) => each.type === "bar");
  if (!bars || spec.series.some((each) => "barCategoryGap" in each)) return false;
  const rows = names.length * ROW * Math.max(1, Math.min(spec.series.length, 2));
  return names.length > 1 && !fits(names, look.width) && rows <= look.height - 50;
}

function turned(spec: ChartSpec): ChartSpec {
  return { ...spec, xAxis: spec.yAxis, yAxis: { ...spec.xAxis, inverse: true } };
}

function namesOf(axis: Part | null): string[] {
  return Array.isArray(axis?.data) ? axis.data.map(String) : [];
}

function fits(names: readonly string[], width: number): boolean {
  const longest = Math.max(0, ...names.map((name) => Math.min(name.length, LONGEST_LABEL)));
  return names.length * (longest * LETTER + 12) <= width - 70;
}

function tooltip(spec: ChartSpec, { colours, language, small }: ChartLook): Part {
  return {
    ...spec.tooltip,
    show: small !== true,
    renderMode: "richText", // an element would be filled by markup
    confine: true,
    backgroundColor: colours.card,
    borderColor: colours.line,
    padding: [8, 12],
    textStyle: { color: colours.ink, fontSize: 12, fontFamily: colours.font },
    axisPointer: { type: "line", lineStyle: { color: colours.soft, type: "dotted" } },
    valueFormatter: (value: unknown) => said(value, language),
  };
}

function axis(known: Part, other: Part | null, look: ChartLook, across: boolean): Part {
  const { colours, language, small } = look;
  const figures = known.type === "value";
  const names = namesOf(known);
  const turnedNames = across && names.length > 0 && !fits(names, look.width) && names.length <= 16;
  const named = figures && across && other?.type === "value"; // a scatter's: beneath its axis
  return {
    ...known,
    show: small !== true,
    splitNumber: 4,
    ...(named
      ? { nameLocation: "middle", nameGap: 28 }
      : { nameGap: 12, ...(figures && across ? { name: "" } : {}) }),
    nameTextStyle: { color: colours.soft, fontSize: 11, align: named ? "center" : "left" },
    axisLabel: {
      color: colours.soft,
      fontSize: 11,
      hideOverlap: true,
      ...(turnedNames ? { interval: 0, rotate: 35 } : {}),
      formatter: (value: unknown) =>
        typeof value === "number" ? shortNumber(value, language) : shorter(String(value)),
    },
    axisLine: { show: !figures, lineStyle: { color: colours.line } },
    axisTick: { show: false },
    splitLine: { show: figures, lineStyle: { color: colours.line, opacity: 0.7 } },
  };
}

function shorter(name: string): string {
  return name.length > LONGEST_LABEL ? `${name.slice(0, LONGEST_LABEL - 1)}…` : name;
}

function grid(spec: ChartSpec, look: ChartLook): Part {
  if (look.small === true) return { left: 2, right: 2, top: 4, bottom: 2 };
  const legend = spec.legend !== null && spec.legend.show !== false;
  const named = typeof spec.yAxis?.name === "string" && spec.yAxis.name !== "";
  const beneath = spec.xAxis?.type === "value" && spec.yAxis?.type === "value";
  return {
    ...spec.grid,
    containLabel: true,
    left: 12,
    right: 20,
    top: 12 + (legend ? 28 : 0) + (named ? 22 : 0),
    bottom: spec.visualMap !== null ? 60 : beneath ? 28 : 10,
  };
}

function legend(spec: ChartSpec, { colours, small, width }: ChartLook): Part {
  const round = spec.series.some((each) => each.type === "pie");
  const { top: _top, bottom: _bottom, ...known } = spec.legend ?? {};
  return {
    ...known,
    show: small !== true && known.show !== false && !(round && width >= NARROW), // else named beside
    type: "scroll",
    icon: "roundRect",
    itemWidth: 10,
    itemHeight: 10,
    itemGap: 14,
    ...(round ? { bottom: 4, left: "center" } : { top: 4, left: 8 }),
    textStyle: { color: colours.ink, fontSize: 12 },
    pageTextStyle: { color: colours.soft },
    pageIconColor: colours.ink,
    pageIconInactiveColor: colours.line,
    formatter: shorter,
  };
}

function scale(known: Part, { colours, language, small }: ChartLook): Part {
  return {
    ...known,
    show: small !== true,
    orient: "horizontal",
    calculable: false,
    text: [known.max, known.min].map((end) => said(end, language)),
    left: "center",
    bottom: 4,
    itemWidth: 10,
    itemHeight: 120,
    textStyle: { color: colours.soft, fontSize: 11 },
    inRange: { color: [colours.wash, colours.series[0]] },
  };
}

function said(value: unknown, language: Language): string {
  return typeof value === "number" ? writtenNumber(value, language) : String(value ?? "–");
}

function series(each: Part, spec: ChartSpec, look: ChartLook): Part {
  const { colours, language, small, width } = look;
  const alone = spec.series.length === 1;
  switch (each.type) {
    case "pie":
      return pie(each, look);
    case "bar": {
      const flat = spec.yAxis?.inverse === true;
      const points = Array.isArray(each.data) ? each.data.length : 0;
      const labelled = alone && small !== true && points <= MOST_LABELLED && points * 44 < width;
      return {
        ...each,
        barMaxWidth: flat ? 18 : 44,
        itemStyle: { borderRadius: flat ? [0, 3, 3, 0] : [3, 3, 0, 0] },
        label: {
          show: labelled || (flat && alone && small !== true),
          position: flat ? "right" : "top",
          color: colours.soft,
          fontSize: 11,
          formatter: ({ value }: { value: unknown }) =>
            typeof value === "number" ? shortNumber(value, language) : "",
        },
      };
    }
    case "line": {
      const points = Array.isArray(each.data) ? each.data.length : 0;
      return {
        ...each,
        symbol: "circle",
        symbolSize: 6,
        showSymbol: small !== true && points <= 40,
        lineStyle: { width: 2 },
        ...(alone ? { areaStyle: { opacity: 0.08 } } : {}),
      };
    }
    case "scatter":
      return { ...each, symbolSize: 7, itemStyle: { opacity: 0.7 } };
    case "boxplot":
      return {
        ...each,
        itemStyle: { color: colours.wash, borderColor: colours.series[0], borderWidth: 1.5 },
      };
    case "heatmap":
      return heatmap(each, look);
    default:
      return each;
  }
}

function pie(each: Part, { colours, language, small, width }: ChartLook): Part {
  const bare = small === true || width < NARROW;
  return {
    ...each,
    bottom: bare && small !== true ? 32 : 0,
    itemStyle: { borderColor: colours.card, borderWidth: 2 },
    label: bare
      ? { show: false }
      : {
          color: colours.ink,
          fontSize: 12,
          lineHeight: 18, // apart from the next one
          width: 140,
          overflow: "truncate",
          formatter: ({ name, percent }: { name: string; percent: number }) =>
            `${shorter(name)}  ${writtenNumber(Math.round(percent * 10) / 10, language)}%`,
        },
    labelLine: { lineStyle: { color: colours.line } },
  };
}

/** Figures stand in the cells where there is room; dark on light ones, light on dark ones. */
function heatmap(each: Part, { colours, language, small }: ChartLook): Part {
  const cells = Array.isArray(each.data) ? each.data.filter(Array.isArray) : [];
  const found = cells.map((cell) => Number(cell[2])).filter(Number.isFinite);
  const low = Math.min(...found);
  const middle = low + (Math.max(...found) - low) * 0.55;
  const asked = isPart(each.label) && each.label.show === true;
  return {
    ...each,
    itemStyle: { borderColor: colours.card, borderWidth: 1 },
    label: { show: asked && small !== true, fontSize: 11 },
    data: cells.map((cell) => ({
      value: cell,
      label: {
        color: Number(cell[2]) > middle ? colours.card : colours.ink,
        formatter: writtenNumber(Number(cell[2]), language),
      },
    })),
  };
}
