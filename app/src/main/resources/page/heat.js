// A map of heat: partitions in the order of their keys from top to bottom, time from left to right, requests as colour.

import { element, of, oneStop, roving } from "./dom.js";
import { count, rate, size, time } from "./format.js";
import { ask } from "./api.js";
import { countOf, say } from "./words.js";

const ROW = 12; // pixels, high enough for a finger with its neighbours
const MOST_HEIGHT = 480;

let drawn = null;
let openTable = () => {};

/** @param open shows the partitions of a table */
export function prepare(open) {
  openTable = open;
  const canvas = of("heat");
  canvas.addEventListener("mousemove", (event) => point(event.offsetX, event.offsetY));
  canvas.addEventListener("click", (event) => point(event.offsetX, event.offsetY));
  canvas.addEventListener("mouseleave", () => { of("heat-readout").textContent = ""; });
  of("heat-table").addEventListener("change", () => refresh());
  new ResizeObserver(() => draw()).observe(canvas.parentElement);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());
  of("tables").addEventListener("click", (event) => {
    const name = event.target.closest("button.row")?.dataset.table;
    if (name) {
      openTable(name);
    }
  });
  roving(of("tables"), "button.row");
}

/** Asks for the map of the time that the timeline shows, and for the tables in sum. */
export async function refresh() {
  const table = of("heat-table").value;
  const [map, sums] = await Promise.all([
    ask(`/heat?rows=100&limit=200${table ? `&table=${encodeURIComponent(table)}` : ""}`), ask("/partitions/sums?by=table&limit=200")]);
  drawn = newest(map, Number(of("range").value));
  tables(sums);
  draw();
}

/** The moments of the last seconds, by the time of the cluster; all where none are given. */
function newest(map, seconds) {
  const last = Date.parse(map.times[map.times.length - 1]);
  const first = seconds ? map.times.findIndex((at) => Date.parse(at) >= last - seconds * 1000) : 0;
  return first <= 0 ? map : {
    ...map, times: map.times.slice(first), rows: map.rows.map((row) => ({ ...row, requestsPerSecond: row.requestsPerSecond.slice(first) })),
  };
}

function tables(sums) {
  const chosen = of("heat-table").value;
  of("heat-table").replaceChildren(element("option", say("all {tables}"), { value: "" }),
    ...sums.items.map((sum) => element("option", sum.key, { value: sum.key })));
  of("heat-table").value = chosen;
  of("tables").replaceChildren(...sums.items.map((sum) => {
    const row = element("li");
    const shown = element("button", undefined, { type: "button", class: "row", "data-table": sum.key, tabindex: "-1" });
    const rates = sum.requestsPerSecond;
    shown.append(element("span", sum.key, { class: "kind" }), element("span", countOf(sum.partitions, "partition")),
      element("span", `${rate(rates ? rates.reads + rates.scans + rates.writes : undefined)} requests/s`), element("span", size(sum.sizeBytes), { class: "quiet" }));
    row.append(shown);
    return row;
  }));
  oneStop([...of("tables").querySelectorAll("button.row")]);
}

const most = () => Math.max(1, ...drawn.rows.flatMap((row) => row.requestsPerSecond.map((value) => value ?? 0)));

/** Where each column begins, by its time; the last is as wide as the one before it. */
function edges(width) {
  const times = drawn.times.map((text) => Date.parse(text));
  const end = times[times.length - 1] + (times.length > 1 ? times[times.length - 1] - times[times.length - 2] : 1);
  return [...times, end].map((at) => width * (at - times[0]) / Math.max(1, end - times[0]));
}

function draw() {
  const canvas = of("heat");
  const nothing = !drawn || !drawn.rows.length || !drawn.times.length;
  canvas.hidden = nothing;
  of("heat-title-more").textContent = nothing ? "Nothing was observed yet."
    : `${countOf(drawn.rows.length, "partition")}${drawn.others ? `, ${count(drawn.others)} quieter ones left out` : ""}`;
  if (nothing) {
    return;
  }
  const width = canvas.parentElement.clientWidth;
  const height = Math.min(MOST_HEIGHT, Math.max(4 * ROW, drawn.rows.length * ROW));
  const scale = devicePixelRatio || 1;
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.style.height = `${height}px`;
  canvas.setAttribute("aria-label", label());
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  const hottest = Math.log1p(most());
  const columns = edges(width);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  drawn.rows.forEach((row, line) => {
    const top = height * line / drawn.rows.length;
    row.requestsPerSecond.forEach((value, at) => {
      if (value !== null && value !== undefined) {
        context.fillStyle = shade(Math.log1p(value) / hottest, dark);
        context.fillRect(columns[at], top, Math.max(1, columns[at + 1] - columns[at]), height / drawn.rows.length);
      }
    });
    if (line > 0 && drawn.rows[line - 1].table !== row.table) {
      context.fillStyle = dark ? "#e6e8eb" : "#1b1f24";
      context.fillRect(0, top, width, 1);
    }
  });
}

/** From the ground to a strong red: lighter is hotter where it is dark, darker where it is light. */
const shade = (share, dark) => dark
  ? `hsl(${40 - 30 * share} ${30 + 60 * share}% ${12 + 50 * share}%)` : `hsl(${45 - 40 * share} ${40 + 45 * share}% ${95 - 55 * share}%)`;

function label() {
  const hot = [...drawn.rows].sort((one, other) => sum(other) - sum(one))[0];
  return say(`Requests of ${drawn.rows.length} {partitions} since ${time(drawn.times[0])}; the hottest is ${hot.partition}.`);
}

const sum = (row) => row.requestsPerSecond.reduce((all, value) => all + (value ?? 0), 0);

function point(x, y) {
  if (!drawn?.rows.length) {
    return;
  }
  const canvas = of("heat");
  const row = drawn.rows[Math.min(drawn.rows.length - 1, Math.floor(y / canvas.clientHeight * drawn.rows.length))];
  const columns = edges(canvas.clientWidth);
  const at = Math.max(0, columns.findLastIndex((edge, index) => index < drawn.times.length && edge <= x));
  of("heat-readout").textContent = `${row?.partition}: ${rate(row?.requestsPerSecond[at])} requests/s, ${time(drawn.times[at])}`;
}
