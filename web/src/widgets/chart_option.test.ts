import { expect, test } from "vitest";
import type { ChartColours } from "./chart_colours";
import { type ChartLook, lying, themedOption } from "./chart_option";
import { chartSpec, describedIn } from "./chart_spec";

const COLOURS: ChartColours = {
  ink: "ink",
  soft: "soft",
  line: "line",
  card: "card",
  wash: "wash",
  font: "font",
  series: ["one", "two"],
};
const LOOK: ChartLook = { colours: COLOURS, language: "pt", width: 700, height: 300, still: false };
const bars = (names: string[]) =>
  chartSpec({
    title: { text: "Turnos" },
    tooltip: { trigger: "axis" },
    xAxis: { type: "category", data: names },
    yAxis: { type: "value", name: "quantidade" },
    series: [{ type: "bar", name: "n", data: names.map((_, at) => at) }],
  });
type Drawn = Record<string, Record<string, unknown>>;

test("a chart wears the colours and the numbers of the page", () => {
  const drawn = themedOption(bars(["a", "b"]), LOOK) as unknown as Drawn;
  expect(drawn.color).toEqual(["one", "two"]);
  expect(drawn.tooltip).toMatchObject({ renderMode: "richText", trigger: "axis" });
  const written = drawn.tooltip?.valueFormatter as (value: unknown) => string;
  expect(written(1234.5)).toBe("1.234,5");
  expect(drawn.title).toBeUndefined();
});

test("no motion where somebody wants none", () => {
  expect(themedOption(bars(["a"]), { ...LOOK, still: true }).animation).toBe(false);
  expect(themedOption(bars(["a"]), LOOK).animation).toBe(true);
});

test("long names of few bars lie beside them", () => {
  const long = ["amassado na lateral direita", "risco superficial profundo", "falta de tinta"];
  expect(lying(bars(long), { ...LOOK, width: 400 })).toBe(true);
  const drawn = themedOption(bars(long), { ...LOOK, width: 400 }) as unknown as Drawn;
  expect(drawn.xAxis?.type).toBe("value");
  expect(drawn.yAxis).toMatchObject({ type: "category", inverse: true });
  expect(lying(bars(["a", "b"]), LOOK)).toBe(false);
});

test("a preview is the shape alone", () => {
  const drawn = themedOption(bars(["a"]), { ...LOOK, small: true }) as unknown as Drawn;
  expect([drawn.xAxis?.show, drawn.yAxis?.show, drawn.tooltip?.show]).toEqual([
    false,
    false,
    false,
  ]);
});

test("whoever wrote a chart decides neither what is loaded nor what is opened", () => {
  const spec = chartSpec({
    title: { text: "x", link: "https://elsewhere.example" },
    toolbox: { feature: { dataView: {} } },
    graphic: [{ type: "image", style: { image: "https://elsewhere.example/a.png" } }],
    tooltip: { extraCssText: "position:fixed", formatter: "<b>x</b>" },
    xAxis: { type: "category", data: ["a"] },
    yAxis: { type: "value" },
    series: [
      { type: "bar", symbol: "image://https://elsewhere.example/a.png", link: "x", data: [1] },
    ],
  });
  expect(JSON.stringify(themedOption(spec, LOOK))).not.toContain("elsewhere");
});

test("an option of another shape draws nothing and breaks nothing", () => {
  for (const odd of [{}, { series: "x" }, { xAxis: [1], series: [null, 4] }, { series: {} }]) {
    expect(themedOption(chartSpec(odd), LOOK).color).toEqual(["one", "two"]);
  }
  expect(describedIn({ aria: 4 }, "Title")).toBe("Title");
});
