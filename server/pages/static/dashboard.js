// Draws a dashboard from its data. Nothing that arrives is read as markup: every text becomes a
// text node, every address is checked, and what a model has written as HTML stays in its frame.
"use strict";

// The chart library empties its elements by `innerHTML`; any other text is refused.
globalThis.trustedTypes?.createPolicy("default", { createHTML: (text) => (text === "" ? "" : null) });

const page = document.documentElement;
const words = JSON.parse(document.getElementById("words").textContent);
const main = document.getElementById("widgets");
const source = main.dataset.source;
const language = page.lang;
const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const printing = page.classList.contains("print");
const TALLEST_FRAME = 4000;
const STALE = 60_000;
const charts = new Map(); // the element a chart is drawn in -> the chart, and what it shows
const frames = new Map(); // the frame of a widget -> its tile
let shown = 0;

function made(name, classes, ...children) {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  element.append(...children);
  return element;
}

function onPaper() {
  return printing || page.classList.contains("paper");
}

function said(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") {
    const places = Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 2 : 4;
    return value.toLocaleString(language, { maximumFractionDigits: places });
  }
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function moment(text) {
  const at = new Date(text);
  return Number.isNaN(at.getTime())
    ? ""
    : at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

function state(text, bad) {
  const told = made("p", bad ? "state bad" : "state", text);
  told.setAttribute("role", bad ? "alert" : "status");
  return told;
}

// --- widgets

function tableOf(title, columns, rows) {
  const numeric = columns.map((_, at) => rows.length > 0 && rows.every((row) => typeof row[at] === "number" || row[at] === null));
  const head = made("tr", "", ...columns.map((name, at) => {
    const cell = made("th", numeric[at] ? "number" : "", name);
    cell.scope = "col";
    return cell;
  }));
  const body = rows.map((row) => made("tr", "", ...row.map((value, at) => made("td", numeric[at] ? "number" : "", said(value)))));
  return made("table", "", made("caption", "hidden", title), made("thead", "", head), made("tbody", "", ...body));
}

function scrolling(title, table) {
  const box = made("div", "scroll", table);
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", title);
  return box;
}

function rowsLeft(sent, total) {
  return total > sent ? [made("p", "note", words.rows.replace("{0}", said(sent)).replace("{1}", said(total)))] : [];
}

function kpi(tile, shows) {
  const figure = made("p", "figure", said(shows.value));
  const before = /^(\p{Sc}|R\$|US\$)$/u.test(shows.unit || "");
  if (shows.unit && before) figure.prepend(made("span", "unit", shows.unit), "\u00a0");
  else if (shows.unit) figure.append(made("span", "unit", shows.unit));
  const parts = [figure];
  if (typeof shows.change === "number") {
    const way = shows.change > 0 ? "up" : shows.change < 0 ? "down" : "";
    const mark = { up: "▲ +", down: "▼ ", "": "" }[way];
    parts.push(made("p", `change ${way}`, mark + said(shows.change) + "%"));
  }
  return parts;
}

function table(tile, shows) {
  return [scrolling(tile.title, tableOf(tile.title, shows.columns, shows.rows)), ...rowsLeft(shows.rows.length, shows.total_rows)];
}

function chart(tile, shows, card) {
  const place = made("div", "chart");
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", shows.spec.aria?.label?.description || tile.title);
  const data = scrolling(tile.title, tableOf(tile.title, shows.data.columns, shows.data.rows));
  data.hidden = true;
  const swap = made("button", "", words.table);
  swap.type = "button";
  swap.setAttribute("aria-label", `${words.table}: ${tile.title}`);
  swap.setAttribute("aria-pressed", "false");
  swap.onclick = () => {
    data.hidden = !data.hidden;
    place.hidden = !data.hidden;
    swap.setAttribute("aria-pressed", String(!data.hidden));
    charts.get(place)?.drawn.resize();
  };
  const picture = made("button", "", "PNG");
  picture.type = "button";
  picture.setAttribute("aria-label", `${words.png}: ${tile.title}`);
  picture.onclick = () => savePicture(place, tile.title);
  card.tools.prepend(swap, picture);
  charts.set(place, { drawn: null, spec: shows.spec });
  return [place, data];
}

function markdown(tile) {
  return [made("div", "words", ...paragraphs(tile.text))];
}

function html(tile) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.title = tile.title;
  frame.src = `${tile.frame}?theme=${dark.matches && !onPaper() ? "dark" : "light"}`;
  frames.set(frame, tile);
  return [frame];
}

const KINDS = { kpi, table, chart };

function card(tile) {
  const section = made("section", `tile ${tile.kind}-tile`);
  const heading = made("h2", "", tile.title);
  heading.id = `title-${tile.id}`;
  section.setAttribute("aria-labelledby", heading.id);
  section.tools = made("div", "tools");
  const body = made("div", "body", ...contents(tile, section));
  if (tile.csv && tile.kind !== "kpi") {
    const link = made("a", "button", "CSV");
    link.href = tile.csv;
    link.download = "";
    link.setAttribute("aria-label", `${words.csv}: ${tile.title}`);
    section.tools.append(link);
  }
  section.append(made("div", "head", heading, section.tools));
  if (tile.pinned_at) section.append(made("p", "pin", words.pinned.replace("{0}", moment(tile.pinned_at))));
  section.append(body);
  section.style.gridColumn = `${tile.place.x + 1} / span ${tile.place.w}`;
  section.style.gridRow = `${tile.place.y + 1} / span ${tile.place.h}`;
  return section;
}

function contents(tile, section) {
  if (tile.error) return [state(tile.error, true)];
  if (tile.kind === "markdown") return markdown(tile);
  if (tile.kind === "html") return html(tile);
  return tile.shows ? KINDS[tile.kind](tile, tile.shows, section) : [state(words.nothing)];
}

// --- markdown, a small part of it, as elements

function paragraphs(text) {
  const found = [];
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (/^\s*$/.test(line)) continue;
    if (line.startsWith("```")) {
      const code = [];
      while (++at < lines.length && !lines[at].startsWith("```")) code.push(lines[at]);
      found.push(made("pre", "", made("code", "", code.join("\n"))));
    } else if (heading) {
      found.push(made(`h${Math.min(heading[1].length + 2, 6)}`, "", ...inline(heading[2])));
    } else if (/^\s*([-*+]|\d{1,9}[.)])\s+/.test(line)) {
      const numbered = /^\s*\d/.test(line);
      const items = [];
      for (; at < lines.length && /^\s*([-*+]|\d{1,9}[.)])\s+/.test(lines[at]); at++) {
        items.push(made("li", "", ...inline(lines[at].replace(/^\s*([-*+]|\d{1,9}[.)])\s+/, ""))));
      }
      at--;
      found.push(made(numbered ? "ol" : "ul", "", ...items));
    } else if (line.startsWith(">")) {
      const quoted = [];
      for (; at < lines.length && lines[at].startsWith(">"); at++) quoted.push(lines[at].slice(1).trim());
      at--;
      found.push(made("blockquote", "", ...inline(quoted.join(" "))));
    } else {
      const told = [line];
      while (at + 1 < lines.length && !/^(\s*$|#{1,6}\s|```|>|\s*([-*+]|\d{1,9}[.)])\s)/.test(lines[at + 1])) told.push(lines[++at]);
      found.push(made("p", "", ...inline(told.join(" "))));
    }
  }
  return found;
}

function inline(text) {
  const found = [];
  const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]*)\]\(([^()\s]+)\)/g;
  let done = 0;
  for (const match of text.matchAll(marks)) {
    found.push(text.slice(done, match.index));
    done = match.index + match[0].length;
    if (match[1] !== undefined) found.push(made("code", "", match[1]));
    else if (match[2] !== undefined) found.push(made("strong", "", match[2]));
    else if (match[3] !== undefined) found.push(made("em", "", match[3]));
    else found.push(link(match[4], match[5]));
  }
  found.push(text.slice(done));
  return found;
}

function link(text, address) {
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return text;
  const anchor = made("a", "", text || address);
  anchor.href = address;
  anchor.target = "_blank";
  anchor.rel = "noopener noreferrer nofollow";
  return anchor;
}

// --- charts

// A token may be two colours; a canvas wants the one of now.
function colours() {
  const probe = document.body.appendChild(made("span", "hidden"));
  const value = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const known = {
    ink: value("--ink"), soft: value("--soft"), line: value("--line"), card: value("--card"),
    wash: value("--accent-wash"), font: getComputedStyle(probe).fontFamily,
    series: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => value(`--c${n}`)),
  };
  probe.remove();
  return known;
}

// Says how the names along an axis fit: all of them, turned where they are long; else some.
function crowd(names, width) {
  if (!names || names.length > 16) return { hideOverlap: true };
  const longest = Math.max(0, ...names.map((name) => Math.min(String(name).length, 22)));
  const fits = names.length * (longest * 7 + 10) <= width - 60;
  return fits ? { interval: 0 } : { interval: 0, rotate: 35 };
}

function shorter(label) {
  return label.length > 22 ? `${label.slice(0, 21)}…` : label;
}

function themed(spec, c, width) {
  const narrow = width < 420;
  const text = { color: c.ink, fontFamily: c.font };
  const axis = (known) => known && {
    ...known,
    nameTextStyle: { color: c.soft, align: "left", fontSize: 11 },
    nameGap: 12,
    splitNumber: 4,
    axisLabel: {
      color: c.soft, fontSize: 11, hideOverlap: true, ...(known === spec.xAxis ? crowd(known.data, width) : {}),
      formatter: known.type === "value" ? (v) => v.toLocaleString(language, { maximumFractionDigits: Math.abs(v) >= 1 ? 2 : 4, notation: Math.abs(v) >= 1e4 ? "compact" : "standard" }) : shorter,
    },
    axisLine: { show: known.type !== "value", lineStyle: { color: c.line } },
    axisTick: { show: false },
    splitLine: { show: known.type === "value", lineStyle: { color: c.line, opacity: 0.7 } },
  };
  const series = (spec.series || []).map((each) => seriesOf(each, c, narrow));
  const option = {
    ...spec,
    color: c.series,
    backgroundColor: "transparent",
    textStyle: text,
    title: { ...spec.title, show: false },
    animation: !still.matches && !onPaper(),
    tooltip: {
      ...spec.tooltip, renderMode: "richText", confine: true, backgroundColor: c.card,
      borderColor: c.line, padding: [8, 12], textStyle: { color: c.ink, fontSize: 12 }, valueFormatter: said,
    },
    series,
  };
  if (spec.legend) option.legend = { type: "scroll", icon: "roundRect", itemWidth: 10, itemHeight: 10, ...spec.legend, textStyle: { color: c.ink, fontSize: 12 }, pageTextStyle: { color: c.soft }, pageIconColor: c.ink, pageIconInactiveColor: c.line, ...(spec.legend.top === undefined ? {} : { top: 0 }) };
  // Slices that are named beside need no legend.
  if (option.legend && !narrow && series.some((each) => each.type === "pie")) option.legend.show = false;
  if (spec.grid) option.grid = { ...spec.grid, left: 8, right: 16, bottom: 8, top: spec.legend?.show ? 56 : 34 };
  if (spec.xAxis) option.xAxis = axis(spec.xAxis);
  if (spec.xAxis?.type === "value" && spec.xAxis.name) Object.assign(option.xAxis, { nameLocation: "middle", nameGap: 28 });
  if (spec.yAxis) option.yAxis = axis(spec.yAxis);
  if (spec.visualMap) {
    option.visualMap = { ...spec.visualMap, textStyle: { color: c.soft }, orient: "horizontal", left: "center", bottom: 0, calculable: false, text: [said(spec.visualMap.max), said(spec.visualMap.min)], itemHeight: 120, itemWidth: 10, inRange: { color: [c.wash, c.series[0]] } };
    option.grid.bottom = 64;
  }
  return option;
}

function seriesOf(each, c, narrow) {
  if (each.type === "pie") {
    const label = narrow ? { show: false } : { color: c.ink, fontSize: 12, lineHeight: 18, formatter: ({ name, percent }) => `${shorter(name)}  ${said(Math.round(percent * 10) / 10)}%`, width: 140, overflow: "truncate" };
    return { ...each, label, labelLine: { lineStyle: { color: c.line } }, itemStyle: { borderColor: c.card, borderWidth: 2 }, bottom: narrow ? 28 : 0 };
  }
  if (each.type === "bar") return { ...each, barMaxWidth: 44, itemStyle: { borderRadius: [3, 3, 0, 0] } };
  if (each.type === "line") return { ...each, symbol: "circle", symbolSize: 6, lineStyle: { width: 2 } };
  if (each.type === "boxplot") return { ...each, itemStyle: { color: c.wash, borderColor: c.series[0], borderWidth: 1.5 } };
  return each;
}

function drawAll() {
  const c = colours();
  for (const [place, known] of charts) {
    known.drawn?.dispose();
    known.drawn = echarts.init(place, null, { renderer: "canvas" });
    known.drawn.setOption(themed(known.spec, c, place.clientWidth));
  }
}

function resizeAll() {
  for (const { drawn } of charts.values()) drawn?.resize();
}

function savePicture(place, title) {
  const known = charts.get(place);
  const address = known.drawn.getDataURL({ type: "png", pixelRatio: 2, backgroundColor: colours().card });
  const anchor = made("a", "");
  anchor.href = address;
  anchor.download = `${title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "chart"}.png`;
  anchor.click();
}

// --- the page

function show(data) {
  for (const { drawn } of charts.values()) drawn?.dispose();
  charts.clear();
  frames.clear();
  document.title = data.title;
  document.querySelector("h1").textContent = data.title;
  document.getElementById("stamp").textContent = words.at.replace("{0}", moment(data.at));
  const tiles = data.widgets.map(card);
  main.replaceChildren(...(tiles.length ? tiles : [state(words.empty)]));
  main.setAttribute("aria-busy", "false");
  drawAll();
  shown = Date.now();
  page.dataset.shown = "yes";
}

async function load() {
  main.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(source, { headers: { accept: "application/json" } });
    if (!answer.ok) {
      const ended = [401, 403, 404, 410].includes(answer.status);
      throw new Error(ended ? words.ended : words.failed);
    }
    show(await answer.json());
  } catch (failure) {
    const known = failure instanceof TypeError ? words.offline : failure.message;
    main.replaceChildren(state(known, true));
    main.setAttribute("aria-busy", "false");
    page.dataset.shown = "failed";
  }
}

addEventListener("message", (event) => {
  for (const frame of frames.keys()) {
    if (event.source === frame.contentWindow && event.data?.type === "batuta-height") {
      const height = Number(event.data.height);
      if (Number.isFinite(height) && height > 0) frame.style.minHeight = `${Math.min(height, TALLEST_FRAME)}px`;
    }
  }
});
document.getElementById("refresh").onclick = load;
document.getElementById("print").onclick = () => print();
dark.addEventListener("change", drawAll);
addEventListener("beforeprint", () => { page.classList.add("paper"); drawAll(); });
addEventListener("afterprint", () => { page.classList.remove("paper"); drawAll(); });
new ResizeObserver(resizeAll).observe(main);
document.fonts.ready.then(drawAll); // a canvas keeps the letters it was drawn with
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && Date.now() - shown > STALE) load();
});
load();
