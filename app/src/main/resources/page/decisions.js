// What was decided, done and asked for, the newest first; verdicts that repeat themselves are one row.

import { element, of, oneStop, roving } from "./dom.js";
import { plural, time, when } from "./format.js";
import { ask } from "./api.js";

const KINDS = [
  "decided", "planned", "plan-ended", "proposed", "proposal-ended", "operator-asked",
  "undo-began", "undo-ended", "verified", "achieved", "claim-taken",
];
const PAGE = 60;
const LARGE_PAGE = 200;
const MOST_PAGES = 4;
const ROWS = 12;
export const SIGNS = {
  decided: "·", planned: "▶", "plan-ended": "■", proposed: "?", "proposal-ended": "✎", "operator-asked": "☻",
  "undo-began": "↶", "undo-ended": "↩", verified: "✓", achieved: "=", "claim-taken": "♔",
};
export const NAMES = {
  decided: "decided", planned: "plan begun", "plan-ended": "plan ended", proposed: "plan proposed",
  "proposal-ended": "proposal ended", "operator-asked": "operator", "undo-began": "undo begun",
  "undo-ended": "undo ended", verified: "verified", achieved: "came of it", "claim-taken": "leads",
};


let oldest;
let entries = []; // another list whenever it is begun anew
let isOfNow = true;
let rows = new Map();
let turns = 0; // how often the newest were asked for
let growing; // the list that older entries are asked for

export function prepare(open) {
  roving(of("decisions"), "button.row");
  of("decisions").addEventListener("click", (event) => {
    const entry = rows.get(event.target.closest("button.row"));
    if (entry) {
      open(entry);
    }
  });
}

/**
 * The newest entries that are not after one of the journal; of now when none is given. An answer that comes after
 * they were asked for again is left, as it may be of another moment.
 */
export async function refresh(upTo) {
  const turn = ++turns;
  const newest = await page(PAGE, upTo === undefined ? undefined : upTo + 1);
  if (turn !== turns) {
    return;
  }
  const known = entries[0]?.number;
  if (upTo === undefined && isOfNow && known && newest.entries.some((entry) => entry.number === known)) {
    const added = newest.entries.filter((entry) => entry.number > known);
    entries.unshift(...added);
    if (added.length) { // else rows stay as they are, under a finger, too
      show();
    }
  } else {
    entries = newest.entries;
    oldest = newest.next;
    isOfNow = upTo === undefined;
    await older();
  }
}

/** A verdict repeats itself for hours, so it may take several pages to show some rows more. */
export async function older() {
  const list = entries;
  if (growing === list) {
    return;
  }
  growing = list;
  try {
    const before = groups().length;
    for (let i = 0; i < MOST_PAGES && oldest !== undefined && groups().length < before + ROWS; i++) {
      const more = await page(LARGE_PAGE, oldest);
      if (list !== entries) {
        return;
      }
      entries.push(...more.entries);
      oldest = more.next;
    }
  } finally {
    if (list === entries) {
      growing = undefined;
      show();
    }
  }
}

const page = (limit, before) =>
  ask(`/journal?kind=${KINDS}&limit=${limit}${before ? `&before=${before}` : ""}`);

const sameVerdict = (a, b) => a.event.event === "decided" && b.event.event === "decided"
  && a.event.verdict === b.event.verdict
  && a.event.reasons.map((one) => one.code).join() === b.event.reasons.map((one) => one.code).join();

/** Entries that are shown as one. */
function groups() {
  const groups = [];
  for (const entry of entries) {
    const group = groups[groups.length - 1];
    if (group && sameVerdict(group[0], entry)) {
      group.push(entry);
    } else {
      groups.push([entry]);
    }
  }
  return groups;
}

function show() {
  const focused = rows.get(document.activeElement)?.number;
  rows = new Map();
  const made = groups().map(row);
  of("older").hidden = oldest === undefined;
  of("decisions").replaceChildren(...made);
  const buttons = [...rows.keys()];
  buttons.find((one) => rows.get(one).number === focused)?.focus({ preventScroll: true });
  oneStop(buttons);
}

function row(group) {
  const [newest] = group;
  const item = element("li");
  const made = element("button", undefined, { type: "button", class: `row ${newest.event.event}`, tabindex: "-1" });
  made.append(
    element("time", time(newest.at), { datetime: newest.at }),
    element("span", `${SIGNS[newest.event.event]} ${NAMES[newest.event.event]}`, { class: "kind" }),
    element("span", newest.text));
  if (group.length > 1) {
    made.append(element("span", `${plural(group.length, "time")} since ${when(group[group.length - 1].at)}`, { class: "quiet again" }));
  }
  rows.set(made, newest);
  item.append(made);
  return item;
}
