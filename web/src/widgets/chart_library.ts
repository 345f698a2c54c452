/** Apache ECharts with the parts that charts of ours use; loaded when the first one is drawn. */
import {
  BarChart,
  BoxplotChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
} from "echarts/charts";
import {
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from "echarts/components";
import { init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

use([
  BarChart,
  BoxplotChart,
  CanvasRenderer,
  GridComponent,
  HeatmapChart,
  LegendComponent,
  LineChart,
  PieChart,
  ScatterChart,
  TooltipComponent,
  VisualMapContinuousComponent,
]);

interface Policies {
  defaultPolicy: unknown;
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

// The library empties its elements by `innerHTML`; the page's policy refuses any other text.
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
if (policies !== undefined && policies.defaultPolicy === null) {
  policies.createPolicy("default", { createHTML: (text) => (text === "" ? "" : null) });
}

export type { ECharts } from "echarts/core";
export { init };
