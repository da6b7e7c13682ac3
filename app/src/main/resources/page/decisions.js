// What was decided, done and asked for, the newest first; verdicts that repeat themselves are one row.

import { element, of, oneStop, roving } from "./dom.js";
import { clock, plural, time } from "./format.js";
import { ask } from "./api.js";

const KINDS = ["decided", "planned", "plan-ended", "proposed", "proposal-ended", "operator-asked"];
const PAGE = 60;
export const SIGNS = {
  decided: "·", planned: "▶", "plan-ended": "■", proposed: "?", "proposal-ended": "✎", "operator-asked": "☻",
};
export const NAMES = {
  decided: "decided", planned: "plan begun", "plan-ended": "plan ended", proposed: "plan proposed",
  "proposal-ended": "proposal ended", "operator-asked": "operator",
};

let oldest = null;
let entries = [];
let rows = new Map();

export function prepare(open) {
  roving(of("decisions"), "button.row");
  of("decisions").addEventListener("click", (event) => {
    const entry = rows.get(event.target.closest("button.row"));
    if (entry) {
      open(entry);
    }
  });
}

/** The newest entries that are not after one of the journal; of now when none is given. */
export async function refresh(upTo) {
  entries = [];
  await more(upTo === undefined ? undefined : upTo + 1);
}

export const older = () => more(oldest);

async function more(before) {
  const page = await ask(`/journal?kind=${KINDS}&limit=${PAGE}${before ? `&before=${before}` : ""}`);
  entries.push(...page.entries);
  oldest = page.next;
  of("older").hidden = oldest === undefined;
  show();
}

const sameVerdict = (a, b) => a.event.event === "decided" && b.event.event === "decided"
  && a.event.verdict === b.event.verdict
  && a.event.reasons.map((one) => one.code).join() === b.event.reasons.map((one) => one.code).join();

function show() {
  const groups = [];
  for (const entry of entries) {
    const group = groups[groups.length - 1];
    if (group && sameVerdict(group[0], entry)) {
      group.push(entry);
    } else {
      groups.push([entry]);
    }
  }
  const focused = rows.get(document.activeElement)?.number;
  rows = new Map();
  const made = groups.map(row);
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
    element("span", text(newest.event)));
  if (group.length > 1) {
    made.append(element("span", `${plural(group.length, "time")} since ${clock(group[group.length - 1].at)}`, { class: "quiet again" }));
  }
  rows.set(made, newest);
  item.append(made);
  return item;
}

export function text(event) {
  switch (event.event) {
    case "decided": return `${event.verdict}: ${event.reasons.map((one) => `${one.code} ${one.sentence}`).join("; ")}`;
    case "planned":
    case "proposed": return `${event.plan.id}: ${plural(event.plan.steps, "step")}, ${event.plan.reasons.map((one) => one.code).join(", ")}`;
    case "plan-ended":
    case "proposal-ended": return `${event.plan} ${event.outcome}: ${event.sentence}`;
    case "operator-asked": return `${event.name} asked for ${event.what}: ${event.why}`;
    default: return event.event;
  }
}
