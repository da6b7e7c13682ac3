// Throughput, latency and nodes over time, with what was decided and done; and the slider that goes back in it.

import { colour, element, of } from "./dom.js";
import { count, milliseconds, plural, rate, time, when, zone } from "./format.js";
import { ask } from "./api.js";
import { countOf, term } from "./words.js";

const POINTS = 300;
const NEXT_MS = 700;
const SETTLED_MS = 120;
const HEIGHTS = { throughput: 130, latency: 80, nodes: 70 };
const X_AXIS = 44; // ticks, and below them the zone of their times
const Y_AXIS = 74;
const SIGNS = 18; // room for the signs of what happened
const SIGNS_APART = 11;
const MOST_TICKS = 8;
const MINUTE_MS = 60_000;
const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440, 2880, 7 * 1440, 28 * 1440].map((minutes) => minutes * MINUTE_MS);

/** Each kind of mark has a sign of its own, so that no colour has to tell them apart. */
const MARKS = {
  planned: ["▶", "plan begun"], "plan-ended": ["■", "plan ended"], proposed: ["?", "plan proposed"],
  "proposal-ended": ["✎", "proposal ended"], "operator-asked": ["☻", "operator"],
  "undo-began": ["↶", "undo begun"], "undo-ended": ["↩", "undo ended"],
};

let points = [];
let marks = [];
let charts = [];
let chosen = null;
let show = () => {};
let playing = null;
let settling = null;
let turns = 0; // how often was asked

/**
 * @param showMoment called with a point, or with null for now
 * @param changed called when there is another range to {@link refresh} with
 */
export function prepare(showMoment, changed) {
  show = showMoment;
  of("range").addEventListener("change", changed);
  of("moment").addEventListener("input", () => choose(Number(of("moment").value)));
  of("live").addEventListener("click", () => choose(points.length));
  of("play").addEventListener("click", () => playing ? stop() : play());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  of("marks-legend").replaceChildren(...Object.values(MARKS).map(([sign, name]) => element("span", `${sign} ${name}`)));
}

/** Asks anew; the moment that is looked at stays. */
export async function refresh() {
  const turn = ++turns;
  const range = of("range").value;
  let from = "";
  if (range) {
    const newest = (await ask("/timeline?limit=1")).points[0];
    if (newest) {
      from = `&from=${encodeURIComponent(new Date(Date.parse(newest.at) - 1000 * Number(range)).toISOString())}`;
    }
  }
  const timeline = await ask(`/timeline?limit=${POINTS}${from}`);
  if (turn !== turns) {
    return; // it was asked again meanwhile, maybe for another range
  }
  points = timeline.points;
  marks = timeline.marks;
  if (chosen && placeOf(chosen) < 0) {
    insert(chosen);
  }
  setSlider();
  draw();
}

/**
 * Goes to the last observation that is not after an entry of the journal, drawn until now or not; fails where there is
 * none, or no answer.
 */
export async function goTo(entry) {
  const { number, at, nodes, requestsPerSecond, latencyMs, p99Ms } = await ask(`/past/${entry}`).catch((problem) => {
    throw problem.status === 404 ? new Error("Nothing was observed by then.") : problem;
  });
  const then = { number, at, nodes, requestsPerSecond, latencyMs, p99Ms };
  stop();
  if (placeOf(then) < 0) {
    insert(then);
    draw();
  }
  choose(placeOf(then));
}

function insert(point) {
  points = [...points, point].sort((a, b) => a.number - b.number);
}

/** Where a moment is among the points, which are other objects whenever they were asked for anew. */
const placeOf = (moment) => points.findIndex((point) => point.number === moment.number);

/** Looks at a point; at what is now behind the last one, which ends a replay. */
function choose(at) {
  chosen = points[at] ?? null;
  if (!chosen) {
    stop();
  }
  setSlider();
  charts.forEach((chart) => chart.draw());
  clearTimeout(settling);
  settling = setTimeout(() => show(chosen), SETTLED_MS);
}

function setSlider() {
  const slider = of("moment");
  slider.max = points.length;
  slider.disabled = !points.length;
  slider.value = chosen ? placeOf(chosen) : points.length;
  slider.setAttribute("aria-valuetext", chosen ? time(chosen.at) : "live");
  of("live").disabled = !chosen;
  of("play").disabled = !points.length;
}

function play() {
  if (!chosen) {
    choose(0);
  }
  of("play").setAttribute("aria-pressed", "true");
  of("play").textContent = "Stop replay";
  playing = setInterval(() => choose(placeOf(chosen) + 1), NEXT_MS);
}

function stop() {
  clearInterval(playing);
  playing = null;
  of("play").setAttribute("aria-pressed", "false");
  of("play").textContent = "Replay";
}

// the charts

function draw() {
  charts.forEach((chart) => chart.destroy());
  charts = [];
  of("charts").replaceChildren();
  if (!points.length) {
    return;
  }
  const column = (key) => points.map((point) => ({ x: Date.parse(point.at), y: point[key] ?? NaN }));
  const wanted = [
    ["throughput", "requests/s", column("requestsPerSecond"), "accent", (value) => count(value)],
    ["latency", ...latency(column), "alarm", (value) => milliseconds(value)],
    ["nodes", term("nodes"), column("nodes"), "quiet", (value) => Number.isInteger(value) ? count(value) : ""],
  ].filter(([, , values]) => values.some(({ y }) => !Number.isNaN(y)));
  charts = wanted.map(([name, label, values, hue, format], index) =>
    chart(name, label, values, hue, format, index === 0, index === wanted.length - 1));
  of("charts").setAttribute("aria-label", summary());
  readout(null);
}

/** Where no mean is told, as of HBase, how long the slowest take. */
const latency = (column) => points.some((point) => point.latencyMs !== undefined)
  ? ["latency", column("latencyMs")] : ["slowest of 100", column("p99Ms")];

function chart(name, label, data, hue, format, first, last) {
  const box = element("div", undefined, { class: "chart" });
  box.style.height = `${HEIGHTS[name] + (last ? X_AXIS : 0) + (first ? SIGNS : 0)}px`;
  const canvas = element("canvas");
  box.append(canvas);
  of("charts").append(element("p", label, { class: "chart-title" }), box);
  const text = colour("quiet");
  const grid = colour("line");
  const line = colour(hue);
  return new globalThis.Chart(canvas, {
    type: "line",
    data: {
      datasets: [{
        data, borderColor: line, borderWidth: 2, pointRadius: data.length < 3 ? 3 : 0, pointHoverRadius: 4, pointBackgroundColor: line,
        stepped: name === "nodes" ? "before" : false, fill: name === "throughput", backgroundColor: translucent(line),
      }],
    },
    options: {
      animation: false, parsing: false, normalized: true, maintainAspectRatio: false,
      layout: { padding: { top: first ? SIGNS : 4, right: 10 } },
      interaction: { mode: "nearest", axis: "x", intersect: false },
      onHover: (event, [found]) => readout(found?.index),
      onClick: (event, [found]) => found && choose(found.index),
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
      scales: {
        x: {
          type: "linear", min: data[0].x, max: Math.max(data[data.length - 1].x, data[0].x + 1000),
          afterBuildTicks: (axis) => { axis.ticks = moments(axis.min, axis.max); },
          ticks: { display: last, color: text, maxRotation: 0, callback: (value) => moment(value, data) },
          title: { display: last, text: zone(data[data.length - 1].x), color: text, padding: { top: 0 } },
          grid: { color: grid, drawTicks: last }, border: { color: grid },
        },
        y: {
          beginAtZero: true, grace: "8%", afterFit: (axis) => { axis.width = Y_AXIS; },
          ticks: { color: text, maxTicksLimit: 4, callback: format },
          grid: { color: grid, drawTicks: false }, border: { display: false },
        },
      },
    },
    plugins: [{ id: "marks", afterDatasetsDraw: (self) => overlay(self, first) }],
  });
}

const translucent = (rgb) => rgb.replace(/^rgb\((.*)\)$/, "rgba($1, 0.13)");

/** At full minutes, hours or days, as people read a clock. */
function moments(from, to) {
  const step = STEPS_MS.find((one) => (to - from) / one <= MOST_TICKS) ?? STEPS_MS[STEPS_MS.length - 1];
  const offset = new Date(from).getTimezoneOffset() * 60_000;
  const ticks = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at <= to; at += step) {
    ticks.push({ value: at });
  }
  return ticks;
}

function moment(at, data) {
  const day = 86_400_000;
  return data[data.length - 1].x - data[0].x > 2 * day
    ? new Date(at).toLocaleDateString(undefined, { day: "numeric", month: "short" })
    : new Date(at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** What happened, as lines with a sign; and the moment that is looked at. */
function overlay(self, withSigns) {
  const { ctx, chartArea: area, scales } = self;
  ctx.save();
  ctx.font = "12px system-ui, sans-serif";
  ctx.textAlign = "center";
  ctx.fillStyle = colour("text");
  ctx.strokeStyle = colour("quiet");
  ctx.setLineDash([3, 3]);
  let signAt = -Infinity;
  for (const mark of marks) {
    const x = scales.x.getPixelForValue(Date.parse(mark.at));
    if (x < area.left - 1 || x > area.right + 1) {
      continue;
    }
    upright(ctx, x, area);
    if (withSigns && x - signAt >= SIGNS_APART) {
      ctx.fillText(MARKS[mark.kind]?.[0] ?? "•", x, area.top - 5);
      signAt = x;
    }
  }
  if (chosen) {
    ctx.setLineDash([]);
    ctx.strokeStyle = colour("accent");
    ctx.lineWidth = 2.5;
    upright(ctx, scales.x.getPixelForValue(Date.parse(chosen.at)), area);
  }
  ctx.restore();
}

function upright(ctx, x, area) {
  ctx.beginPath();
  ctx.moveTo(x, area.top);
  ctx.lineTo(x, area.bottom);
  ctx.stroke();
}

const words = (point) => [
  when(point.at), `${rate(point.requestsPerSecond)} requests/s`,
  ...(point.latencyMs !== undefined ? [milliseconds(point.latencyMs)]
    : point.p99Ms !== undefined ? [`slowest of 100 ${milliseconds(point.p99Ms)}`] : []), countOf(point.nodes, "node"),
].join(" · ");

function readout(index) {
  const point = index === null || index === undefined ? chosen ?? points[points.length - 1] : points[index];
  of("readout").textContent = point ? words(point) : "";
}

function summary() {
  const known = points.map((point) => point.requestsPerSecond).filter((value) => value !== undefined);
  const range = known.length ? `${rate(Math.min(...known))} to ${rate(Math.max(...known))} requests per second` : "requests unknown";
  const nodes = points.map((point) => point.nodes);
  return `From ${time(points[0].at)} to ${time(points[points.length - 1].at)}: ${range}, ${Math.min(...nodes)} to ${countOf(Math.max(...nodes), "node")}, ${plural(marks.length, "event")}, which are listed under Decisions.`;
}
