// One node, one partition, one decision or one plan, in a dialog from which one goes on and back.

import { asking, button, element, of, pairs, reasons } from "./dom.js";
import { count, figures, load, milliseconds, percent, rate, size, time } from "./format.js";
import { ask, askThen } from "./api.js";
import { countOf, say, term } from "./words.js";
import { treemap } from "./map.js";
import { drainButton, figuresOf, isDrained, putBackButton, removeButton, stepRow } from "./plan.js";
import { NAMES } from "./decisions.js";

const PAGE = 100;
const LISTED = ["id", "profile", "cpu", "requestsPerSecond", "partitions", "misplaced", "remarks", "serves", "memory",
  "ioWait", "memoryUsed", "cacheHitRatio", "queued", "heapUsedBytes", "heapMaxBytes", "locality", "latencyMs",
  "p99Ms"];

let nodeOf = () => undefined;
let replay = () => {};
let path = [];

/**
 * @param lookup finds a node by its name
 * @param toMoment shows the cluster as it was at an entry of the journal; fails where that cannot be
 */
export function prepare(lookup, toMoment) {
  nodeOf = lookup;
  replay = toMoment;
  of("close").addEventListener("click", () => of("details").close());
  of("details").addEventListener("close", () => { path = []; });
  of("back").addEventListener("click", () => {
    path.pop();
    path[path.length - 1]();
    showWay();
  });
  of("details-body").addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    if (cell?.partition) {
      partition(cell.partition);
    }
  });
}

function go(show) {
  path.push(show);
  show();
  showWay();
}

function showWay() {
  of("back").hidden = path.length < 2;
  if (!of("details").open) {
    of("details").showModal();
  }
  of("details").scrollTop = 0;
  of("details-title").focus();
}

function body(title, ...parts) {
  of("details-title").textContent = title;
  of("details-body").replaceChildren(...parts);
}

const facts = (given) => pairs(element("dl", undefined, { class: "pairs" }), given);

// a node

export const node = (id) => go(() => showNode(id));

function showNode(id) {
  const known = nodeOf(id);
  if (!known) {
    body(id, element("p", say("This {node} is not there.")));
    return;
  }
  const heap = known.heapMaxBytes === undefined ? undefined : `${size(known.heapUsedBytes)} of ${size(known.heapMaxBytes)}`;
  const rest = Object.fromEntries(Object.entries(known).filter(([key]) => !LISTED.includes(key)));
  const map = element("div", undefined, { class: "treemap large", "aria-hidden": "true" });
  const table = partitionTable(`/partitions?node=${encodeURIComponent(id)}`, (page) => {
    treemap(map, page.items, known.partitions - page.items.length, known.requestsPerSecond);
  });
  body(id, facts([
    ["profile", known.profile ?? "unknown"],
    ["remarks", known.remarks.join(", ") || "–"],
    ["CPU", percent(known.cpu)],
    ["I/O wait", percent(known.ioWait)],
    ["requests per second", rate(known.requestsPerSecond)],
    ["serves", Object.entries(known.serves).map(([use, share]) => `${use} ${percent(share)}`).join(", ") || "–"],
    ["{cache}, {write buffer}", known.memory ? `${percent(known.memory.readCache)}, ${percent(known.memory.writeBuffer)}` : "–"],
    ["latency", milliseconds(known.latencyMs)],
    ["slowest of a hundred", milliseconds(known.p99Ms)],
    ["{cache} hits", percent(known.cacheHitRatio)],
    ["requests waiting", count(known.queued)],
    ["heap", heap ?? "–"],
    ["locality", percent(known.locality)],
    ["misplaced {partitions}", count(known.misplaced)],
    ...figures(rest),
    ["kept empty", isDrained(id) ? "by an operator" : "–"],
  ].filter(([, value]) => value !== "–")), ...[drainButton(id), removeButton(id)].filter(Boolean), map, table);
}

/** Partitions page by page. */
function partitionTable(from, drawn = () => {}) {
  const box = element("div", undefined, { class: "scroll", tabindex: "0", role: "region", "aria-label": say("{Partitions}") });
  const table = element("table");
  const head = element("tr");
  for (const [name, kind] of [[term("partition")], [term("table")], ["rows"], ["class"], ["requests/s", "number"], ["size", "number"], ["remarks"]]) {
    head.append(element("th", name, { scope: "col", ...(kind ? { class: kind } : {}) }));
  }
  const rows = element("tbody");
  table.append(element("caption", "…"), element("thead"), rows);
  table.tHead.append(head);
  box.append(table);
  const whole = element("div");
  let offset = 0;
  const next = asking(element("button", "More", { type: "button", hidden: "" }), async () => {
    const page = await askThen(`${from}&limit=${PAGE}&offset=${offset}`);
    if (offset === 0) {
      drawn(page);
    }
    rows.append(...page.items.map(partitionRow));
    offset += page.items.length;
    table.caption.textContent = `${count(offset)} of ${countOf(page.total, "partition")}, the busiest first`;
    next.hidden = page.next === undefined;
  });
  whole.append(box, next);
  next.click(); // the first page
  return whole;
}

/** From the first row to the one after the last, as keys that are short enough for a table. */
const range = (rows) => rows === undefined ? "–" : `${short(rows.from)}..${short(rows.to)}`;
const short = (key = "") => key.length > 24 ? `${key.slice(0, 23)}…` : key;

function partitionRow(one) {
  const row = element("tr");
  const name = element("th", undefined, { scope: "row" });
  name.append(button(one.id, () => partition(one), { class: "link" }));
  const said = [...one.remarks, ...(one.wantedNode ? [`should be on ${one.wantedNode}`] : [])];
  row.append(name, element("td", one.table), element("td", range(one.rows)), element("td", one.accessClass ?? "unknown"),
    element("td", rate(load(one)), { class: "number" }), element("td", size(one.sizeBytes), { class: "number" }),
    element("td", said.join(", ")));
  return row;
}

/** The partitions of a table, the busiest first. */
export const table = (name) => go(() => body(name, partitionTable(`/partitions?table=${encodeURIComponent(name)}`)));

/** What has a text in its name. */
export const search = (text) => go(async () => {
  body(`Search: ${text}`, element("p", "…"));
  try {
    const found = await ask(`/search?q=${encodeURIComponent(text)}&limit=50`);
    const list = (title, names) => names.length ? [element("h3", say(title)), ...names] : [];
    const rows = [
      ...list("{Tables}", found.tables.map((one) => { const row = element("p"); row.append(button(one.key, () => table(one.key), { class: "link" })); return row; })),
      ...list("{Nodes}", found.nodes.map((one) => { const row = element("p"); row.append(button(one.id, () => node(one.id), { class: "link" })); return row; })),
      ...list("{Partitions}", found.partitions.map((one) => { const row = element("p"); row.append(button(one.id, () => partition(one), { class: "link" }), ` ${rate(load(one))} requests/s`); return row; })),
    ];
    body(`Search: ${text}`, ...(rows.length ? rows : [element("p", "Nothing has that in its name.")]),
      ...(found.more ? [element("p", "There is more; a longer text finds less.", { class: "quiet" })] : []));
  } catch (problem) {
    body(`Search: ${text}`, element("p", problem.message, { class: "alarm-text" }));
  }
});

// a partition

export const partition = (one) => go(() => {
  const { id, table, rows, node: on, sizeBytes, locality, accessClass, requestsPerSecond, wantedNode, remarks, ...rest } = one;
  const link = (name) => name === undefined ? "–" : button(name, () => node(name), { class: "link" });
  body(id, facts([
    ["{table}", table],
    ...(rows ? [["rows from", rows.from ?? "the first"], ["rows before", rows.to ?? "the end"]] : []),
    ["on", on === undefined ? say("no {node}") : link(on)],
    ["should be on", wantedNode === undefined ? "where it is" : link(wantedNode)],
    ["class", accessClass ?? "unknown"],
    ["requests per second", rate(load(one))],
    ["reads per second", rate(requestsPerSecond?.reads)],
    ["scans per second", rate(requestsPerSecond?.scans)],
    ["writes per second", rate(requestsPerSecond?.writes)],
    ["size", size(sizeBytes)],
    ["locality", percent(locality)],
    ...(remarks.length ? [["remarks", remarks.join(", ")]] : []),
    ...figures(rest),
  ]));
});

/** All of which something is said, such as that they are misplaced. */
export const partitionsThatAre = (remark) => go(() =>
  body(`${say("{Partitions}")}: ${remark}`, partitionTable(`/partitions?remark=${encodeURIComponent(remark)}`)));

// a decision

export const decision = (entry) => go(() => {
  const event = entry.event;
  const parts = [facts([["when", time(entry.at)], ["entry of the journal", count(entry.number)]])];
  if (event.event === "decided") {
    parts.push(element("p", event.verdict === "hold" ? "It held." : "It wanted to act."),
      reasons(element("ul", undefined, { class: "reasons" }), event.reasons));
  } else {
    parts.push(element("p", entry.text));
  }
  parts.push(asking(element("button", "Show the cluster as it was", { type: "button", id: "as-it-was" }), async () => {
    await replay(entry.number);
    of("details").close();
  }));
  const id = event.plan?.id ?? event.plan;
  if (id) {
    const whole = element("div");
    parts.push(whole);
    fillPlan(whole, id);
  }
  body(`${NAMES[event.event] ?? event.event}, ${time(entry.at)}`, ...parts);
});

// a plan

export const plan = (id) => go(() => {
  const whole = element("div");
  body(id, whole);
  fillPlan(whole, id);
});

async function fillPlan(parent, id) {
  try {
    const found = await ask(`/plans/${encodeURIComponent(id)}?limit=${PAGE}`);
    const steps = element("ol", undefined, { class: "steps" });
    let after;
    const next = asking(element("button", "More steps", { type: "button" }), async () =>
      add((await ask(`/plans/${encodeURIComponent(id)}?limit=${PAGE}&offset=${after}`)).steps));
    const add = (page) => {
      steps.append(...page.items.map(stepRow));
      after = page.next;
      next.hidden = after === undefined;
    };
    add(found.steps);
    const putBack = putBackButton(found);
    parent.append(
      element("h3", `${id}: ${found.state}`), ...(found.sentence ? [element("p", found.sentence)] : []),
      ...(found.undo ? [element("p", `Put back, ${found.undo.state}: ${found.undo.sentence}`)] : []),
      ...(putBack ? [putBack] : []),
      reasons(element("ul", undefined, { class: "reasons" }), found.plan.reasons),
      facts(figuresOf(found.plan)), element("h3", "Steps"), steps, next);
  } catch (problem) {
    parent.append(element("p", problem.message, { class: "alarm-text" }));
  }
}
