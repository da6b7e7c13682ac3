// The page: asks the API for what is, listens for what happens, and shows it, or a moment of the past.

import * as api from "./api.js";
import * as decisions from "./decisions.js";
import * as details from "./details.js";
import * as drafts from "./drafts.js";
import * as heat from "./heat.js";
import * as map from "./map.js";
import * as plan from "./plan.js";
import * as timeline from "./timeline.js";
import { asking, button, element, of, pairs, reasons } from "./dom.js";
import { clock, count, milliseconds, percent, plural, rate, time, when } from "./format.js";
import { countOf, say, speak, term } from "./words.js";

const BUSIEST = 1000; // partitions that are drawn one by one; the others of a node are drawn as one
const REFRESH_AT_MOST_EVERY_MS = 1000;
const AGAIN_MS = 3000;
const GROW_OLDER_EVERY_MS = 1000;
const LOOK_EVERY_MS = 30_000; // events tell what happens; that nothing is observed any more, nobody tells
const FLEET_EVERY_MS = 10_000;
const LIVE = "live";
const NOT_CONNECTED = "not connected";
const NOT_YET = "not yet"; // the title of what is refused before the first observation

let nodes = [];
let chosen = null;

// how often was asked; an answer that comes after it was asked again is left
let turns = 0;
let controlTurns = 0;

// what is, and what was

async function refresh() {
  await Promise.all([tried("cluster", cluster), tried("control", control), tried("doctor", doctor)]);
  await Promise.all([
    tried("timeline", timeline.refresh), tried("heat", heat.refresh), tried("drafts", drafts.refresh),
    chosen ? undefined : tried("decisions", () => decisions.refresh())]);
}

/** What is said of the cluster first, and what is wrong with it; of now only. */
async function doctor() {
  const told = api.isNow() ? await api.ask("/doctor").catch(unlessNotYet) : undefined;
  const lines = (items) => items.map((text) => element("li", text));
  of("assessment").replaceChildren(...lines(told?.assessment.sentences ?? []));
  plan.partOnline(told?.assessment.options.length > 1 && told.assessment.options.some(({ worth }) => worth === "online"));
  of("doctor").hidden = !told?.findings.length;
  of("doctor-count").textContent = told ? `Doctor: ${plural(told.findings.length, "finding")}` : "";
  of("doctor-findings").replaceChildren(...lines((told?.findings ?? []).map(finding)));
}

function unlessNotYet(problem) {
  if (problem.title !== NOT_YET) {
    throw problem;
  }
}

const finding = ({ severity, what, why, cure, command }) =>
  `${severity}: ${what}. It costs: ${why}. Cure: ${cure}${command ? ` (${command})` : ""}.`;

async function control() {
  const turn = ++controlTurns;
  const now = await api.ask("/control");
  if (turn === controlTurns) {
    plan.show(now);
  }
}

async function cluster() {
  const turn = ++turns;
  const [state, verdict, drawn] = await Promise.all([
    api.askThen(), api.isNow() ? api.askThen("/verdict") : undefined, api.askAll("/nodes?limit=1000")]);
  const partitions = drawn.items.length > map.CARDS_AT_MOST
    ? { items: [] } : await api.askThen(`/partitions?limit=${BUSIEST}`);
  if (turn !== turns) {
    return;
  }
  nodes = drawn.items;
  observed = api.isNow() ? { ...state, answered: performance.now() } : null;
  if (state.stale) {
    wrong.set("age", `the figures are ${state.ageSeconds < 120 ? `${state.ageSeconds} s` : `${Math.round(state.ageSeconds / 60)} min`} old`);
  } else {
    wrong.delete("age");
  }
  map.draw(nodes, partitions.items);
  figures(state);
  if (verdict) {
    showVerdict(`${verdict.verdict === "hold" ? "Holds" : "Wants to act"}, cycle ${count(verdict.cycle)}, ${time(verdict.at)}`, verdict);
  } else {
    showVerdict(state.decision ? `${state.decision.verdict === "hold" ? "Held" : "Wanted to act"}, ${time(state.decision.at)}` : "Nothing was decided.", state.decision);
    plan.showThen(state.plan);
    showThen(state);
  }
  noteFirst();
}

/** When what was drawn is on the screen and keys and clicks are answered, for whoever measures it. */
function noteFirst() {
  if (!performance.getEntriesByName("proteus-interactive").length) {
    requestAnimationFrame(() => setTimeout(() => performance.mark("proteus-interactive")));
  }
}

/** What machines cost; a sum that lacks some says so. */
function money({ known, unknown }) {
  return `${known} an hour${unknown ? `, beside ${count(unknown)} of unknown price` : ""}`;
}

function figures(state) {
  const hot = nodes.filter((node) => node.remarks.includes("hot")).length;
  const link = (text, act, alarming) => alarming ? button(text, act, { class: "link alarm-text" }) : text;
  pairs(of("figures"), [
    ["requests/s", rate(state.requestsPerSecond)],
    latency(state),
    ["{nodes}", state.deadNodes.length ? `${count(state.nodes)}, dead: ${state.deadNodes.join(", ")}` : count(state.nodes)],
    ...(state.machinesWithoutNode?.length ? [["machines without one", state.machinesWithoutNode.join(", ")]] : []),
    ...(state.money ? [["money", money(state.money)]] : []),
    ["hot {nodes}", link(count(hot), () => map.onlyThose("hot"), hot > 0)],
    ["{partitions}", count(state.partitions)],
    ["misplaced", link(count(state.misplaced), () => details.partitionsThatAre("misplaced"), state.misplaced > 0)],
    ["unserved", link(count(state.unserved), () => details.partitionsThatAre("unserved"), state.unserved > 0)],
    ["in transition", count(state.inTransition)],
    ["known", percent(state.knownPartitions)],
    ...(state.balancerOn === undefined ? [] : [[`${term("store")}'s balancer`, state.balancerOn ? "on" : "off"]]),
    ["observed", element("span", observedAt(state), { id: "observed", class: state.stale ? "alarm-text" : "" })],
    ...(state.caveats?.length ? [["to know", state.caveats.join("; ")]] : []),
  ]);
}

let observed = null; // the age of the figures that are shown, when they were answered

/** When the figures are from, and how old they are, which they get while the page is looked at. */
function observedAt(state) {
  if (state.ageSeconds === undefined) {
    return when(state.at); // a moment of the past
  }
  const age = state.ageSeconds + (observed?.at === state.at ? (performance.now() - observed.answered) / 1000 : 0);
  return `${clock(state.at)}, ${age < 120 ? `${Math.round(age)} s` : `${Math.round(age / 60)} min`} ago${state.stale ? ", too old to rely on" : ""}`;
}

/** Tells the age again and again; what is shown stays as it is. */
function growOlder() {
  const shown = document.getElementById("observed");
  if (shown && observed && api.isNow()) {
    shown.textContent = observedAt(observed);
  }
}

/** The mean; where no node tells it, as of HBase, how long the slowest take. */
function latency(state) {
  const mean = state.latencyMs ?? byRequests("latencyMs");
  const slowest = state.p99Ms ?? byRequests("p99Ms");
  return mean === undefined && slowest !== undefined
    ? ["slowest of 100", milliseconds(slowest)] : ["latency", milliseconds(mean)];
}

/** Over the nodes that tell, each by its requests; undefined when none does. */
function byRequests(figure) {
  const telling = nodes.filter((node) => node[figure] !== undefined && node.requestsPerSecond > 0);
  const answered = telling.reduce((sum, node) => sum + node.requestsPerSecond, 0);
  return answered > 0
    ? telling.reduce((sum, node) => sum + node[figure] * node.requestsPerSecond, 0) / answered : undefined;
}

function showVerdict(sentence, verdict) {
  plan.heldAfterUndo(api.isNow() && Boolean(verdict?.reasons.some((reason) => reason.code === "AFTER_UNDO")));
  of("verdict").textContent = sentence;
  reasons(of("reasons"), verdict?.reasons ?? []);
}

function showThen(state) {
  const listed = state.surveyed
    ? `${count(state.listed)} of ${countOf(state.partitions, "partition")} as surveyed at ${when(state.surveyed)}.`
    : say("No {partitions} were surveyed before.");
  const told = state.nodesTold < state.nodes
    ? say(`Load and {partitions} are known of the ${count(state.nodesTold)} busiest {nodes}, of the others not.`) : "";
  of("then").replaceChildren(element("b", `The past: ${time(state.at)}.`), ` ${listed} ${told} `);
  of("then").hidden = false;
}

/** Shows a moment of the past, or what is now. */
async function showMoment(point) {
  chosen = point;
  api.lookAt(point ? point.number : null);
  document.body.classList.toggle("past", Boolean(point));
  if (!point) {
    of("then").hidden = true;
  }
  await (point
    ? Promise.all([tried("cluster", cluster), tried("doctor", doctor), tried("drafts", drafts.refresh), tried("decisions", () => decisions.refresh(point.number))]) : refresh());
}

// what happens

let refreshing = null;
let whole = false;

function refreshSoon(all) {
  whole ||= all;
  refreshing ??= setTimeout(() => {
    refreshing = null;
    const everything = whole;
    whole = false;
    return everything && api.isNow() ? refresh() : tried("control", control);
  }, REFRESH_AT_MOST_EVERY_MS);
}

function happened(kind, told) {
  if (kind === "control") {
    controlTurns++;
    plan.show(told);
  } else {
    refreshSoon(["verdict", "plan-begins", "observed", "plan-ended"].includes(kind));
  }
}

// how it goes

let stream = ""; // of what is listened to: LIVE, what is wrong with it, or nothing yet
const wrong = new Map(); // what is wrong with what is asked for, by its name, until that goes well
const answered = new Map(); // the latest question whose answer has come, by its name
let questions = 0;

/** Whether a later question of this name was answered before. */
function isOvertaken(name, question) {
  const latest = answered.get(name) ?? 0;
  answered.set(name, Math.max(question, latest));
  return question < latest;
}

async function tried(name, act) {
  const question = ++questions;
  try {
    await act();
    if (!isOvertaken(name, question)) {
      wrong.delete(name);
    }
  } catch (problem) {
    if (isOvertaken(name, question)) {
      return;
    }
    if (problem.title === NOT_YET) {
      wrong.delete(name);
      of("verdict").textContent = problem.message;
    } else {
      wrong.set(name, problem.message);
      askForToken(problem);
    }
  }
  showLink(stream);
}

function askForToken(problem) {
  if (problem.status === 401) {
    of("account").open = true;
  }
}

function showLink(now) {
  stream = now;
  const [first] = wrong.values();
  const told = stream && stream !== LIVE ? stream : first ?? stream;
  of("link").classList.toggle("alarm-text", wrong.has("age"));
  if (of("link").textContent !== told) { // else it would be read out again
    of("link").textContent = told;
  }
}

async function live() {
  for (;;) {
    try {
      const [known, me] = await Promise.all([api.clusters(), api.me()]);
      showClusters(known);
      of("me").textContent = api.showsToken() ? `${me.name}, ${me.role}` : "Sign in";
      of("me").title = `You are ${me.name}, ${me.role}.`;
      of("forget").hidden = !api.hasToken();
      plan.caller(me);
      refresh();
      await api.listen(() => showLink(LIVE), happened);
      showLink(NOT_CONNECTED);
    } catch (problem) {
      showLink(problem instanceof api.Problem ? problem.message : NOT_CONNECTED);
      askForToken(problem);
      if (problem.status === 401 && api.showsToken()) { // who may look without a token still may
        of("refused").textContent = problem.message;
        api.leaveToken();
        continue;
      }
    }
    await new Promise((again) => setTimeout(again, AGAIN_MS));
  }
}

/** What is to be known first of a cluster that is one of several. */
function standing({ problem, nodes: number, terms, dead, stale, waits, runs, because }) {
  if (problem) {
    return problem;
  }
  if (number === undefined) {
    return "not observed yet";
  }
  return [
    plural(number, terms.node, terms.nodes), dead && `${dead} dead`, stale && "figures are too old",
    waits && `${waits} waits for a person`, runs && `${runs} is carried out`, because?.code,
  ].filter(Boolean).join(", ");
}

function showFleet(known, name) {
  if (known.length < 2) {
    return;
  }
  const held = document.activeElement?.dataset.cluster;
  of("fleet").hidden = false;
  of("fleet").replaceChildren(...known.map((one) => {
    const more = { "data-cluster": one.name, title: one.because?.sentence ?? "" };
    const made = button("", () => choose(one.name), one.name === name ? { ...more, "aria-current": "true" } : more);
    const told = element("span", standing(one), one.problem || one.dead || one.stale ? { class: "alarm-text" } : {});
    made.append(element("b", one.name), " ", told);
    return made;
  }));
  of("fleet").querySelector(`[data-cluster="${CSS.escape(held ?? "")}"]`)?.focus();
}

function choose(name) {
  api.choose(name);
  location.reload();
}

function showClusters({ known, names, chosen: name, terms, remark }) {
  showFleet(known, name);
  speak(terms);
  of("remark").hidden = !remark;
  of("remark").textContent = remark ?? "";
  const several = names.length > 1;
  of("clusters").hidden = !several;
  of("clusters").replaceChildren(...names.map((one) => element("option", one, { value: one })));
  of("clusters").value = name;
  of("cluster").textContent = several ? "" : name;
  document.title = `Proteus: ${name}`;
  if (api.wasJustChosen()) {
    of("clusters").focus(); // so that arrow keys go on to the next one
  }
}

of("clusters").addEventListener("change", () => {
  choose(of("clusters").value);
});

of("login").addEventListener("submit", (event) => {
  event.preventDefault();
  const given = of("token").value.trim();
  api.whoHas(given || "none").then(() => {
    api.show(given);
    of("token").value = "";
    location.reload();
  }, (problem) => { of("refused").textContent = problem.message; });
});

of("sign-in").addEventListener("click", () => {
  of("account").open = true;
  of("token").focus();
});

of("forget").addEventListener("click", () => {
  api.show("");
  location.reload();
});

of("steps").addEventListener("click", () => details.plan(of("steps").dataset.plan));
asking(of("older"), decisions.older);

details.prepare((id) => nodes.find((node) => node.id === id), timeline.goTo);
decisions.prepare(details.decision);
heat.prepare(details.table);
of("search").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = of("sought").value.trim();
  if (text) {
    details.search(text);
  }
});
map.prepare({ node: details.node, partition: details.partition });
plan.prepare(() => refreshSoon(true));
setInterval(growOlder, GROW_OLDER_EVERY_MS);
setInterval(() => api.isNow() && document.visibilityState === "visible" && tried("cluster", cluster), LOOK_EVERY_MS);
setInterval(() => {
  if (!of("fleet").hidden && document.visibilityState === "visible") { // only of the one that is looked at events tell
    tried("fleet", async () => showFleet(await api.fleet(), of("clusters").value));
  }
}, FLEET_EVERY_MS);
timeline.prepare(showMoment, () => tried("timeline", timeline.refresh));
live();
