// The cluster: nodes coloured by profile; in each its partitions, sized by load and shaded by class. Few nodes are
// cards with a tree map of partitions; many are columns, as high as their load, divided by class.

import { element, of, oneStop, roving } from "./dom.js";
import { count, load, percent, rate, size } from "./format.js";
import { countOf, say } from "./words.js";

export const CARDS_AT_MOST = 60;
const SMALLEST_TILES_ABOVE = 300;
const LEAST_SHARE = 0.004; // of the busiest partition: what does nothing is seen, too
const LABEL_FROM = 0.05; // share of a card's area
const NAME_FROM = 0.16;
const CLASSES = ["read", "write", "read-write", "scan", "idle"];
const LETTERS = { read: "R", write: "W", "read-write": "RW", scan: "S", idle: "I" };
const SIGNS = {
  hot: "▲", misconfigured: "⚙", unreadable: "?", misplaced: "→", "in transition": "⇄", unserved: "!",
};
const WEIGHTIEST = ["hot", "unreadable", "misplaced", "misconfigured"]; // for which a small tile has room
const QUIET = ["plugin missing"]; // true of many nodes for good

const known = (use) => CLASSES.includes(use) ? use : "unknown";
const family = (profile) => (profile ?? "").split("/")[0];

let nodes = [];
let most = 1;
let partitionsOf = new Map();
const drawn = new Map();
let open = { node: () => {}, partition: () => {} };

export function prepare(opened) {
  open = opened;
  const map = of("nodes");
  roving(map, "button.node");
  map.addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    const node = event.target.closest("[data-node]")?.dataset.node;
    if (cell?.partition) {
      open.partition(cell.partition);
    } else if (node) {
      open.node(node);
    }
  });
  of("filter").addEventListener("change", arrange);
  of("order").addEventListener("change", arrange);
}

/** Draws what was answered; partitions are the busiest ones, or none where there are many nodes. */
export function draw(answered, partitions) {
  nodes = answered;
  partitionsOf = new Map();
  for (const partition of partitions) {
    partitionsOf.set(partition.node, [...(partitionsOf.get(partition.node) ?? []), partition]);
  }
  most = Math.max(1e-9, ...nodes.map((node) => node.requestsPerSecond ?? 0));
  arrange();
}

export const alarms = (node) => [
  ...node.remarks.filter((remark) => !QUIET.includes(remark)), ...(node.misplaced ? ["misplaced"] : []),
];

export function onlyThose(remark) {
  of("filter").value = remark;
  arrange();
  of("nodes").querySelector("button.node")?.focus();
}

const ORDERS = {
  name: (a, b) => a.id.localeCompare(b.id, "en", { numeric: true }),
  load: (a, b) => (b.requestsPerSecond ?? -1) - (a.requestsPerSecond ?? -1),
  cpu: (a, b) => (b.cpu ?? -1) - (a.cpu ?? -1),
  profile: (a, b) => (a.profile ?? "~").localeCompare(b.profile ?? "~"),
};

function arrange() {
  const wanted = of("filter").value;
  const shown = nodes
    .filter((node) => !wanted || alarms(node).includes(wanted))
    .sort((a, b) => ORDERS[of("order").value](a, b) || ORDERS.name(a, b));
  const map = of("nodes");
  const cards = nodes.length <= CARDS_AT_MOST;
  legend(cards);
  map.className = cards ? "cards" : nodes.length > SMALLEST_TILES_ABOVE ? "tiles smallest" : "tiles";
  const focused = document.activeElement?.closest?.("[data-node]")?.dataset.node;
  const kept = new Set();
  const made = shown.map((node) => {
    kept.add(node.id);
    return cards ? card(node) : tile(node);
  });
  for (const id of [...drawn.keys()].filter((id) => !kept.has(id))) {
    drawn.delete(id);
  }
  map.replaceChildren(...made);
  const buttons = made.map((one) => one.matches("button") ? one : one.querySelector("button"));
  if (focused !== undefined && kept.has(focused)) {
    buttons[shown.findIndex((node) => node.id === focused)].focus({ preventScroll: true });
  }
  oneStop(buttons);
  of("shown").textContent = wanted || shown.length < nodes.length
    ? `${count(shown.length)} of ${count(nodes.length)}` : count(nodes.length);
  if (!shown.length) {
    map.append(element("p", say(wanted ? `No {node} is ${wanted === "misplaced" ? "one with misplaced {partitions}" : wanted}.` : "No {node} was observed."), { class: "quiet" }));
  }
}

/** Elements are used again, so that the focus and a finger stay where they are. */
function reuse(node, kind, make) {
  const before = drawn.get(node.id);
  if (before?.kind === kind) {
    return before.element;
  }
  const made = make();
  drawn.set(node.id, { kind, element: made });
  return made;
}

function sentence(node) {
  const said = alarms(node).map((word) => word === "misplaced" ? `${count(node.misplaced)} misplaced` : word);
  return [
    `${node.id}: ${node.profile ? `profile ${node.profile}` : "profile unknown"}`,
    `CPU ${node.cpu === undefined ? "unknown" : percent(node.cpu)}`,
    `${node.requestsPerSecond === undefined ? "load unknown" : `${rate(node.requestsPerSecond)} requests per second`}`,
    ...(node.partitions === undefined ? [] : [countOf(node.partitions, "partition")]), ...said,
  ].join(", ");
}

function tile(node) {
  const box = reuse(node, "tile", () => {
    const made = element("button", undefined, { type: "button", class: "node tile", tabindex: "-1", "data-node": node.id });
    made.append(element("span", undefined, { class: "band", "aria-hidden": "true" }));
    return made;
  });
  const said = alarms(node);
  const weightiest = WEIGHTIEST.find((word) => said.includes(word));
  const band = box.firstChild;
  band.textContent = `${LETTERS[family(node.profile)] ?? "?"}${SIGNS[weightiest] ?? ""}`;
  band.style.setProperty("--profile", `var(--${known(family(node.profile))})`);
  box.classList.toggle("alarm", ["hot", "unreadable"].includes(weightiest));
  box.style.setProperty("--column", column(node));
  box.title = sentence(node);
  box.setAttribute("aria-label", sentence(node));
  return box;
}

/** A column as high as the node's share of the busiest one's load, divided by class. */
function column(node) {
  const height = 100 * (node.requestsPerSecond ?? 0) / most;
  let from = 0;
  const parts = [];
  for (const use of CLASSES) {
    const share = node.serves[use] ?? 0;
    if (share > 0) {
      const to = from + share * height;
      parts.push(`var(--${use}) ${from.toFixed(1)}% ${to.toFixed(1)}%`);
      from = to;
    }
  }
  return `linear-gradient(to top, ${[...parts, `transparent ${from.toFixed(1)}%`].join(", ")})`;
}

function card(node) {
  const box = reuse(node, "card", () => {
    const made = element("div", undefined, { class: "card", "data-node": node.id });
    made.append(element("button", undefined, { type: "button", class: "node band", tabindex: "-1" }));
    made.append(element("p", undefined, { class: "told", "aria-hidden": "true" }));
    made.append(element("div", undefined, { class: "treemap", "aria-hidden": "true" }));
    made.append(element("p", undefined, { class: "alarm-text said", "aria-hidden": "true" }));
    return made;
  });
  const [head, told, map, said] = box.children;
  head.replaceChildren(element("b", node.id), element("span", node.profile ?? "profile unknown"));
  head.style.setProperty("--profile", `var(--${known(family(node.profile))})`);
  head.setAttribute("aria-label", sentence(node));
  told.textContent = `CPU ${percent(node.cpu)} · ${rate(node.requestsPerSecond)}/s · ${countOf(node.partitions, "partition")}`;
  said.textContent = alarms(node)
    .map((word) => `${SIGNS[word] ?? "!"} ${word === "misplaced" ? `${count(node.misplaced)} misplaced` : word}`).join("  ");
  box.classList.toggle("alarm", said.textContent !== "");
  const held = partitionsOf.get(node.id) ?? [];
  treemap(map, held, node.partitions - held.length, node.requestsPerSecond);
  return box;
}

/**
 * Partitions as areas.
 *
 * @param others how many there are besides, drawn as one; not a number when not known
 * @param all requests of all of them; undefined when not known
 */
export function treemap(parent, partitions, others, all) {
  const loads = partitions.map((one) => load(one) ?? 0);
  const least = Math.max(1e-9, LEAST_SHARE * Math.max(0, ...loads));
  const leaves = partitions.map((partition, at) => ({ partition, weight: Math.max(least, loads[at]) }));
  if (others > 0) {
    const rest = (all ?? 0) - loads.reduce((sum, one) => sum + one, 0);
    leaves.push({ others, weight: Math.max(least, rest) });
  }
  if (!leaves.length) {
    parent.replaceChildren(element("p", Number.isNaN(others) ? "not known" : "holds nothing", { class: "quiet" }));
    return;
  }
  const root = globalThis.d3.hierarchy({ children: leaves }).sum((leaf) => leaf.weight ?? 0);
  globalThis.d3.treemap().size([100, 100])(root);
  parent.replaceChildren(...root.leaves().map(cell));
}

function cell(leaf) {
  const { partition, others } = leaf.data;
  const share = (leaf.x1 - leaf.x0) * (leaf.y1 - leaf.y0) / 1e4;
  const made = element("div", undefined, { class: "cell" });
  for (const [side, value] of [["left", leaf.x0], ["top", leaf.y0], ["width", leaf.x1 - leaf.x0], ["height", leaf.y1 - leaf.y0]]) {
    made.style[side] = `${value.toFixed(3)}%`;
  }
  if (!partition) {
    made.classList.add("others");
    made.textContent = share >= LABEL_FROM ? `+${count(others)}` : "";
    made.title = `${countOf(others, "partition")} with fewer requests`;
    return made;
  }
  made.partition = partition;
  made.classList.add(`of-${known(partition.accessClass)}`);
  const signs = partition.remarks.map((word) => SIGNS[word] ?? "").join("");
  made.classList.toggle("misplaced", partition.remarks.length > 0);
  if (share >= LABEL_FROM || signs) {
    made.append(element("b", `${signs}${LETTERS[partition.accessClass] ?? "?"}`));
  }
  if (share >= NAME_FROM) {
    made.append(element("span", partition.table));
  }
  made.title = told(partition);
  return made;
}

export function told(partition) {
  return [
    `${partition.id} of ${partition.table}`,
    `${partition.accessClass ?? "class unknown"}, ${rate(load(partition))} requests per second, ${size(partition.sizeBytes)}`,
    ...partition.remarks, ...(partition.wantedNode ? [`should be on ${partition.wantedNode}`] : []),
  ].join("\n");
}

function legend(cards) {
  const entries = CLASSES.map((use) => {
    const entry = element("span");
    entry.append(element("i", LETTERS[use], { class: `of-${use}` }), ` ${use}`);
    return entry;
  });
  of("legend").replaceChildren(
    ...entries,
    element("span", "▲ hot"), element("span", "→ misplaced"), element("span", "⚙ misconfigured"),
    element("span", say(cards ? "Band: the {node}'s profile. Area: a {partition}'s share of the load."
      : "Band: the {node}'s profile. Column: the {node}'s load, by the class of its {partitions}.")));
}
