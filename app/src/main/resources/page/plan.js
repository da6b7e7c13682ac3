// The plan that waits or runs, and what a person may want of it. Nothing is asked for without a question first.

import { asking, button, element, of, pairs, reasons } from "./dom.js";
import { count, figures, plural, time } from "./format.js";
import { ask, isNow, send } from "./api.js";
import { say } from "./words.js";

const WISHES = {
  edit: { title: (plan) => `Edit ${plan.id}?`, button: "Edit the plan", text: () => "What is left waits under a name of its own, and only that can be approved." },
  drain: { title: (node) => `Drain ${node.id}?`, button: "Drain", text: () => say("A plan is made that empties it; nothing is put on it until it is returned.") },
  undrain: { title: (node) => `Return ${node.id}?`, button: "Return it", text: () => "It may be filled again, and gets its share." },
  add: { title: () => say("Add {nodes}?"), button: "Make the plan", text: () => say("A plan is made that starts them, whatever the load is. It waits with its price until it is approved.") },
  remove: { title: () => say("Remove {nodes}?"), button: "Make the plan", text: () => say("A plan is made that empties and ends those with the least to hand over. It waits with its price until it is approved.") },
  "remove-one": { title: (node) => `Remove ${node.id}?`, button: "Make the plan", text: () => "A plan is made that empties it and ends it with its machine. It waits with its price until it is approved." },
  approve: { title: (plan) => `Approve ${plan.id}?`, button: "Approve", text: (plan) => `${plural(plan.steps, "step")} will be carried out: ${plan.figures.price}.` },
  reject: { title: (plan) => `Reject ${plan.id}?`, button: "Reject", text: () => "It is dropped, and none is proposed for a while." },
  stop: { title: (plan) => `Stop ${plan.id}?`, button: "Stop", text: () => "The steps in flight are finished, no other is begun, and Proteus is paused." },
  "put-back": { title: (plan) => `Stop ${plan.id} and put back?`, button: "Stop and put back", text: () => "The steps in flight are finished, then what the plan changed is put back, value by value, and Proteus is paused." },
  "put-back-past": { title: (plan) => `Put back ${plan.id}?`, button: "Put back", text: () => "What the plan changed is put back, value by value, and Proteus is paused." },
  pause: { title: () => "Pause Proteus?", button: "Pause", text: () => "No plan is begun until it is resumed; one that runs goes on." },
  "go-on": { title: () => "Let it be done again?", button: "Let it", text: () => "What was undone may be done again at once, and not only after verification.holdAfterUndo." },
  "accept-draft": { title: (draft) => `Accept the policy ${draft.id}?`, button: "Accept", text: () => "It counts as your own with the next cycle; what it asks for is still subject to its hold time and to approval.", path: (draft) => `/policies/drafts/${encodeURIComponent(draft.id)}/accept` },
  "reject-draft": { title: (draft) => `Reject the policy ${draft.id}?`, button: "Reject", text: () => "The draft is removed; its text stays in the journal.", path: (draft) => `/policies/drafts/${encodeURIComponent(draft.id)}/reject` },
  resume: { title: () => "Resume Proteus?", button: "Resume", text: () => "Plans are proposed and carried out again." },
};

let control = null;
let me = null;
let asked = null;
let told = () => {};
let held = false;
let online = false;
let waiting; // the name of the plan that the form is about
let previewed = null; // the plan of which the form shows what would be left

export function prepare(changed) {
  told = changed;
  for (const parent of ["answer", "standing"]) {
    of(parent).addEventListener("click", (event) => {
      const wish = event.target.closest("button[name]")?.name;
      if (wish) {
        question(wish, wish === "stop" || wish === "put-back" ? control.running?.plan : control.pending?.plan);
      }
    });
  }
  // Enter in the text must not act: only the button does
  of("sure").addEventListener("submit", (event) => event.preventDefault());
  of("do").addEventListener("click", act);
  of("edit").addEventListener("submit", (event) => event.preventDefault());
  of("edit").addEventListener("input", hideLeft);
  asking(of("edit-show"), showLeft);
  asking(of("online"), takeOnline);
  of("edit-do").addEventListener("click", () => question("edit", previewed, () => of("edit").reset(), leftOut()));
  of("edit").addEventListener("reset", hideLeft);
  of("cancel").addEventListener("click", () => of("confirm").close());
}

/** Whether something is not done because it was undone. */
export function heldAfterUndo(now) {
  held = now;
  buttons(control);
}

/** Whether a part of the plan is set online at no risk, beside others. */
export function partOnline(now) {
  online = now;
  buttons(control);
}

export function caller(known) {
  me = known;
  show(control);
}

/** What a plan costs and is said to yield; whatever is newer than this page, too. */
export function figuresOf(plan) {
  const { id, basedOn, steps, price, reasons: why, prediction, figures: told, ...more } = plan;
  return [["steps", count(steps)], ["price", told.price], ...Object.entries(told.foretold ?? {}), ...figures(more)];
}

/** Shows how things stand between Proteus and its operators. */
export function show(now) {
  control = now;
  if (!now) {
    return;
  }
  if (waiting !== now.pending?.plan.id) {
    waiting = now.pending?.plan.id;
    of("edit").reset(); // its numbers are those of steps of the plan before
  }
  const paused = now.paused ? `, paused by ${now.paused.by}: ${now.paused.reason}` : "";
  const leads = now.leadership;
  const standby = leads && leads.role !== "leader"
    ? `, stands by${leads.leader ? ` while ${leads.leader} leads` : ""}` : "";
  of("mode").textContent = `${now.mode}${paused}${standby}`;
  if (isNow()) {
    const running = now.running;
    const plan = running?.plan ?? now.pending?.plan;
    of("plan").textContent = running
      ? `${plan.id} runs: ${howFar(running)}${running.puttingBack ? ", and is put back" : running.stopping ? ", and it is stopping" : ""}.`
      : now.pending ? `${plan.id} waits for ${whom(now.pending)} since ${time(now.pending.since)}.`
        : now.approved ? `${now.approved} is about to begin.` : "No plan waits, and none runs.";
    showPlan(plan, running);
  }
  buttons(now);
}

const whom = ({ fourEyes, approved }) => approved ? `a second person, approved by ${approved.by},`
  : fourEyes ? "two people" : "a person";

const HELD_BACK = { slow: ", one at a time", pause: ", and no other begins for now", end: ", and it is being ended", "put-back": ", and it is being put back" };
const howFar = ({ plan, over, watched, brake, braked }) => watched
  ? say("its first {node} has its settings and is watched before the others follow")
  : `${over} of ${plural(plan.steps, "step")} are over${HELD_BACK[brake] ?? ""}${brake !== "off" && braked ? `, as ${braked.sentence}` : ""}`;

/** Shows the plan of a moment of the past. */
export function showThen(plan) {
  of("plan").textContent = plan ? `${plan.id} waited or ran then.` : "No plan waited, and none ran.";
  showPlan(plan, null);
  buttons(control);
}

function showPlan(plan, running) {
  of("plan-section").classList.toggle("waits", Boolean(plan));
  of("progress").hidden = !running;
  if (running) {
    of("progress").max = plan.steps;
    of("progress").value = running.over;
  }
  reasons(of("plan-reasons"), plan?.reasons ?? []);
  pairs(of("price"), plan ? figuresOf(plan) : []);
  of("steps").hidden = !plan;
  of("steps").dataset.plan = plan?.id ?? "";
}

function mayAct(now) {
  const leads = !now?.leadership || now.leadership.role === "leader";
  return Boolean(me && me.role !== "viewer" && now && isNow() && leads);
}

/** Has a plan that has ended put back; undefined where that cannot be, or not by who looks. */
export function putBackButton({ plan, state, undo }) {
  const changedNothing = ["proposed", "begun", "approved", "rejected", "edited", "expired", "dropped"].includes(state);
  if (changedNothing || ["begun", "completed"].includes(undo?.state) || !mayAct(control) || control.running) {
    return undefined;
  }
  const shown = button("Put back", () => question("put-back-past", plan, () => { shown.hidden = true; }), { id: "put-back-past" });
  return shown;
}

const maySize = (now) => now && !now.paused && !now.running && now.mode !== "observe";

function buttons(now) {
  const acts = mayAct(now);
  const shown = {
    approve: now?.pending && !now.paused,
    reject: now?.pending,
    stop: now?.running && !now.running.stopping,
    "put-back": now?.running && !now.running.puttingBack,
    pause: now && !now.paused,
    resume: now?.paused,
    "go-on": held && now,
    add: maySize(now),
    remove: maySize(now),
  };
  for (const button of document.querySelectorAll("#answer button[name], #standing button[name]")) {
    button.hidden = !acts || !shown[button.name];
  }
  of("edit").hidden = !acts || !now?.pending || Boolean(now.pending.plan.undoes);
  of("online").hidden = of("edit").hidden || !online;
  of("may-not").hidden = acts || !isNow() || !now || !(now.pending || now.running);
}

/** What is to be left out of the waiting plan, as the form has it. */
const leftOut = () => ({
  steps: of("edit-steps").value.split(",").map((text) => text.trim()).filter(Boolean),
  ...Object.fromEntries(["tables", "nodes", "kinds"].map((part) => [part, of(`edit-${part}`).value.split(",").map((text) => text.trim()).filter(Boolean)])),
});

const leftOutQuery = () => Object.entries(leftOut()).filter(([, words]) => words.length)
  .map(([part, words]) => `${part}=${encodeURIComponent(words.join(","))}`).join("&");

function hideLeft() {
  previewed = null;
  of("edit-do").hidden = true;
  of("edit-left").replaceChildren();
}

/** Shows what would be left of the plan, before anything is asked for. */
async function showLeft() {
  const plan = control.pending.plan;
  const parts = leftOutQuery();
  const { plan: left, leftOut: named, dependent } = await ask(`/plans/${encodeURIComponent(plan.id)}/left?${parts}`);
  if (waiting !== plan.id || parts !== leftOutQuery()) {
    return; // meanwhile another plan waits, or the form says something else
  }
  const list = (title, steps) => steps.length
    ? [element("h3", title), ...steps.map((step) => element("p", step, { class: "quiet" }))] : [];
  of("edit-left").replaceChildren(...list("Left out", named), ...list("Left out, as it depends on that", dependent),
    element("p", `${plural(left.steps, "step")} would be left: ${left.figures.price}.`));
  previewed = plan;
  of("edit-do").hidden = false;
}

/** Asks whether the plan is to be made what is set online of it, with the price of that. */
async function takeOnline() {
  const plan = control.pending.plan;
  const { plan: left } = await ask(`/plans/${encodeURIComponent(plan.id)}/left?online=true`);
  question("edit", plan, () => {}, { online: true });
  of("confirm-text").textContent = `${plural(left.steps, "step")} would be left: ${left.figures.price}. ${of("confirm-text").textContent}`;
}

/** Orders that a node is emptied, or may be filled again; undefined for who may not. */
export function drainButton(node) {
  if (!mayAct(control)) {
    return undefined;
  }
  const wish = control.drained?.includes(node) ? "undrain" : "drain";
  return button(WISHES[wish].button, () => question(wish, { id: node }), { id: "drain" });
}

export const isDrained = (node) => Boolean(control?.drained?.includes(node));

/** Orders that a node is emptied and ended; undefined for who may not. */
export function removeButton(node) {
  return mayAct(control) && maySize(control)
    ? button("Remove", () => question("remove-one", { id: node }, () => {}, { nodes: [node] }), { id: "remove-one" })
    : undefined;
}

/** Has a proposed policy accepted or removed; none for who may not. */
export function draftButtons(name, done) {
  return mayAct(control) && me.role === "administrator"
    ? ["accept-draft", "reject-draft"].map((wish) => button(WISHES[wish].button, () => question(wish, { id: name }, done), { name: wish }))
    : [];
}

const PATHS = { pause: "/pause", resume: "/resume", "go-on": "/go-on", add: "/nodes/add", remove: "/nodes/remove", "remove-one": "/nodes/remove" };

function question(wish, plan, done = () => {}, body = {}) {
  const words = WISHES[wish];
  const path = wish === "put-back-past" ? "put-back" : wish;
  const about = ["drain", "undrain"].includes(wish) ? "nodes" : "plans";
  asked = { done, body, path: words.path?.(plan) ?? PATHS[wish] ?? `/${about}/${encodeURIComponent(plan.id)}/${path}` };
  of("how-many").hidden = !["add", "remove"].includes(wish);
  of("count").value = "1";
  of("confirm-title").textContent = words.title(plan);
  of("confirm-text").textContent = `${words.text(plan)} You are ${me.name}, ${me.role}.`;
  of("do").textContent = words.button;
  of("do").className = ["approve", "resume", "accept-draft"].includes(wish) ? "main" : "alarm";
  of("why").value = "";
  of("answered").textContent = "";
  of("do").disabled = false; // of a question before that is not answered yet
  of("confirm").showModal();
  of("why").focus();
}

/** Acts on the question that is asked. Its answer may come when it was given up, and another is asked. */
async function act() {
  const mine = asked;
  const why = of("why").value.trim();
  if (!why) {
    of("answered").textContent = "Say why: it goes into the journal.";
    of("why").focus();
    return;
  }
  of("do").disabled = true;
  try {
    const many = of("how-many").hidden ? {} : { count: Number(of("count").value) };
    const now = await send(mine.path, { ...many, ...mine.body, reason: why });
    if (mine === asked) {
      of("confirm").close();
    }
    mine.done();
    show(now);
    told();
  } catch (problem) {
    if (mine === asked) {
      of("answered").textContent = problem.message;
    }
  } finally {
    if (mine === asked) {
      of("do").disabled = false;
    }
  }
}

export function stepRow(step) {
  const row = element("li");
  row.append(element("span", step.state ?? "to come", { class: `state ${step.state ?? ""}` }), ` ${step.step.sentence}`);
  if (step.why) {
    row.append(element("span", `, ${step.why}`, { class: "quiet" }));
  }
  return row;
}
