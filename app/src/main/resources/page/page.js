// The page: asks the API for what is, listens for what happens, and sends what a person wants.
// What comes from the API is only ever set as text.

const BUSIEST = 1000; // partitions that are drawn; the others are counted
const SMALL_TILES_ABOVE = 60;
const LARGEST_SQUARE_PX = 34;
const SMALLEST_SQUARE_PX = 5;
const REFRESH_AT_MOST_EVERY_MS = 1000;
const AGAIN_MS = 3000;
const JOURNAL_KINDS = ["decided", "plan-ended", "operator-asked", "proposed", "proposal-ended", "planned"];

const of = (id) => document.getElementById(id);
let token = sessionStorage.getItem("proteus.token") ?? "";
let cluster = null;
let me = null;
let control = null;
let oldest = null;
let shownSteps = null;

class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

function headers(more = {}) {
  return token ? { ...more, Authorization: `Bearer ${token}` } : more;
}

async function ask(path) {
  return answerOf(await fetch(path, { headers: headers() }));
}

async function send(path, body) {
  return answerOf(await fetch(path, {
    method: "POST",
    headers: headers({ "Content-Type": "application/json", "X-Proteus-Request": "page" }),
    body: JSON.stringify(body),
  }));
}

async function answerOf(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Problem(response.status, body.detail ?? `HTTP ${response.status}`);
  }
  return body;
}

const here = (path = "") => `/api/v1/clusters/${encodeURIComponent(cluster)}${path}`;

function element(kind, text, more = {}) {
  const made = document.createElement(kind);
  if (text !== undefined) {
    made.textContent = text;
  }
  for (const [key, value] of Object.entries(more)) {
    made.setAttribute(key, value);
  }
  return made;
}

// figures

const rate = (value) => value === undefined ? "–" : Math.round(value).toLocaleString("en");
const percent = (value) => value === undefined ? "–" : `${Math.round(value * 100)} %`;
const time = (text) => new Date(text).toLocaleString();

function size(bytes) {
  if (bytes === undefined) {
    return "–";
  }
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const at = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0);
  return `${(bytes / 1024 ** at).toFixed(at > 2 ? 1 : 0)} ${units[at]}`;
}

function list(parent, pairs) {
  parent.replaceChildren(...pairs.flatMap(([name, value]) => [element("dt", name), element("dd", value)]));
}

function reasons(parent, given) {
  parent.replaceChildren(...given.map((reason) => {
    const row = element("li");
    row.append(element("b", reason.code), ` ${reason.sentence}`);
    if (reason.setting) {
      row.append(" ", element("code", reason.setting));
    }
    return row;
  }));
}

// what is

function showCluster(state) {
  list(of("figures"), [
    ["observed", time(state.at)],
    ["requests per second", rate(state.requestsPerSecond)],
    ["nodes", state.deadNodes.length ? `${state.nodes}, dead: ${state.deadNodes.join(", ")}` : state.nodes],
    ["partitions", state.partitions.toLocaleString("en")],
    ["misplaced", state.misplaced.toLocaleString("en")],
    ["in transition", state.inTransition],
    ["known", percent(state.knownPartitions)],
    ["store's own balancer", state.balancerOn ? "on" : "off"],
  ]);
}

function showVerdict(verdict) {
  of("verdict").textContent =
    `${verdict.verdict === "hold" ? "Holds" : "Wants to act"}, cycle ${verdict.cycle}, ${time(verdict.at)}`;
  reasons(of("reasons"), verdict.reasons);
}

function showControl(now) {
  control = now;
  const paused = now.paused ? `, paused by ${now.paused.by}: ${now.paused.reason}` : "";
  of("mode").textContent = `${now.mode}${paused}`;
  const running = now.running;
  const plan = running?.plan ?? now.pending?.plan;
  if (running) {
    of("plan").textContent =
      `${plan.id} runs: ${running.over} of ${plan.steps} steps are over${running.stopping ? ", and it is stopping" : ""}.`;
  } else if (now.pending) {
    of("plan").textContent = `${plan.id} waits for a person since ${time(now.pending.since)}: ${plan.steps} steps.`;
  } else {
    of("plan").textContent = now.approved ? `${now.approved} is about to begin.` : "No plan waits, and none runs.";
  }
  of("progress").hidden = !running;
  if (running) {
    of("progress").max = plan.steps;
    of("progress").value = running.over;
  }
  reasons(of("plan-reasons"), plan?.reasons ?? []);
  list(of("price"), plan ? price(plan.price) : []);
  of("steps-box").hidden = !plan;
  if (plan?.id !== shownSteps) {
    shownSteps = plan?.id;
    of("steps").replaceChildren();
    of("steps-box").open = false;
  }
  buttons(now);
}

function price(of) {
  return [
    ["moves", `${of.moves}, ${size(of.bytesMoved)}`],
    ["restarts", of.restarts],
    ["tables altered", of.tablesAltered],
    ["compacted", size(of.bytesCompacted)],
    ["nodes added, removed", `${of.nodesAdded}, ${of.nodesRemoved}`],
  ];
}

function buttons(now) {
  const acts = me && me.role !== "viewer";
  const shown = {
    approve: now.pending && !now.paused,
    reject: now.pending,
    stop: now.running && !now.running.stopping,
    pause: !now.paused,
    resume: now.paused,
  };
  for (const button of of("answer").querySelectorAll("button")) {
    button.hidden = !acts || !shown[button.name];
  }
  of("answer").hidden = !acts;
}

function showNodes(nodes, partitions) {
  const held = Map.groupBy
    ? Map.groupBy(partitions.items, (one) => one.node)
    : partitions.items.reduce((by, one) => by.set(one.node, [...(by.get(one.node) ?? []), one]), new Map());
  const most = Math.max(1, ...partitions.items.map(load));
  of("nodes").classList.toggle("many", nodes.items.length > SMALL_TILES_ABOVE);
  of("nodes").replaceChildren(...nodes.items.map((node) => tile(node, held.get(node.id) ?? [], most)));
  const rest = nodes.total - nodes.items.length;
  of("more").textContent = rest > 0 ? `${rest.toLocaleString("en")} more nodes are not drawn.` : "";
}

const load = (partition) => {
  const rates = partition.requestsPerSecond;
  return rates ? rates.reads + rates.scans + rates.writes : 0;
};

function tile(node, partitions, most) {
  const alarms = node.remarks.filter((remark) => remark !== "plugin missing");
  const box = element("div", undefined, { class: alarms.length ? "node alarm" : "node", tabindex: "0" });
  box.style.setProperty("--profile", `var(--${(node.profile ?? "idle").split("/")[0]})`);
  box.title = `${node.id}\nprofile ${node.profile ?? "unknown"}\nCPU ${percent(node.cpu)}, ${rate(node.requestsPerSecond)} requests per second\n${node.partitions} partitions\n${node.remarks.join(", ")}`;
  box.append(
    element("b", node.id),
    element("small", `${node.profile ?? "profile unknown"} · CPU ${percent(node.cpu)} · ${rate(node.requestsPerSecond)}/s`));
  if (alarms.length) {
    box.append(element("small", alarms.join(", "), { class: "alarm-text" }));
  }
  const squares = element("div", undefined, { class: "partitions" });
  for (const partition of partitions) {
    const square = element("div", undefined, {
      class: partition.wantedNode ? "partition misplaced" : "partition",
      title: `${partition.id} of ${partition.table}\n${partition.accessClass ?? "class unknown"}, ${rate(partition.requestsPerSecond && load(partition))} requests per second, ${size(partition.sizeBytes)}${partition.wantedNode ? `\nshould be on ${partition.wantedNode}` : ""}`,
    });
    square.style.setProperty("--class", `var(--${partition.accessClass ?? "idle"})`);
    square.style.setProperty("--side", `${Math.max(SMALLEST_SQUARE_PX, LARGEST_SQUARE_PX * Math.sqrt(load(partition) / most))}px`);
    squares.append(square);
  }
  box.append(squares);
  if (node.partitions > partitions.length) {
    box.append(element("small", `and ${(node.partitions - partitions.length).toLocaleString("en")} quieter ones`));
  }
  return box;
}

function legend() {
  of("legend").replaceChildren(...["read", "write", "read-write", "scan", "idle"].map((use) => {
    const entry = element("span");
    const colour = element("i");
    colour.style.setProperty("--class", `var(--${use})`);
    entry.append(colour, use);
    return entry;
  }), element("span", "a square: a partition, its area its load; outlined: should be elsewhere"));
}

// the journal

async function journal(before) {
  const page = await ask(here(`/journal?kind=${JOURNAL_KINDS}&limit=50${before ? `&before=${before}` : ""}`));
  const rows = page.entries.map(entryRow);
  if (before) {
    of("journal").append(...rows);
  } else {
    of("journal").replaceChildren(...rows);
  }
  oldest = page.next;
  of("older").hidden = oldest === undefined;
}

function entryRow(entry) {
  const row = element("li");
  row.append(
    element("time", time(entry.at), { datetime: entry.at }),
    element("em", entry.event.event),
    element("span", sentence(entry.event)));
  return row;
}

function sentence(event) {
  switch (event.event) {
    case "decided": return `${event.verdict}: ${event.reasons.map((reason) => `${reason.code} ${reason.sentence}`).join("; ")}`;
    case "planned":
    case "proposed": return `${event.plan.id}, ${event.plan.steps} steps, ${event.plan.price.moves} moves`;
    case "operator-asked": return `${event.name}: ${event.what}. ${event.why}`;
    default: return `${event.plan} ${event.outcome}: ${event.sentence}`;
  }
}

async function steps() {
  const plan = shownSteps;
  if (plan && of("steps-box").open) {
    const whole = await ask(here(`/plans/${encodeURIComponent(plan)}?limit=200`));
    of("steps").replaceChildren(
      ...whole.steps.items.map((step) =>
        element("li", `${step.step.sentence}${step.state ? `: ${step.state}` : ""}${step.why ? `, ${step.why}` : ""}`)),
      ...(whole.steps.next ? [element("li", `and ${whole.steps.total - whole.steps.next} more`)] : []));
  }
}

// what happens

let refreshing = null;

function refreshSoon() {
  refreshing ??= setTimeout(() => {
    refreshing = null;
    refresh().catch(failed);
  }, REFRESH_AT_MOST_EVERY_MS);
}

async function refresh() {
  showControl(await ask(here("/control")));
  const [state, verdict, nodes, partitions] = await Promise.all([
    ask(here()), ask(here("/verdict")), ask(here("/nodes?limit=1000")), ask(here(`/partitions?limit=${BUSIEST}`)),
  ]);
  showCluster(state);
  showVerdict(verdict);
  showNodes(nodes, partitions);
  await Promise.all([journal(), steps()]);
}

function failed(problem) {
  if (problem.status === 503) {
    of("verdict").textContent = problem.message;
  } else {
    of("link").textContent = problem.message;
  }
}

/** Reads events for as long as they come; EventSource could not send a token. */
async function listen() {
  const response = await fetch("/api/v1/events", { headers: headers({ Accept: "text/event-stream" }) });
  if (!response.ok) {
    await answerOf(response);
  }
  of("link").textContent = "live";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const events = (rest + value).split(/\r?\n\r?\n/);
    rest = events.pop();
    if (events.length) {
      refreshSoon();
    }
  }
}

async function live() {
  for (;;) {
    try {
      const known = await ask("/api/v1/clusters");
      cluster = known.items[0].name;
      me = await ask("/api/v1/me");
      of("cluster").textContent = cluster;
      of("me").textContent = `${me.name}, ${me.role}`;
      document.title = `Proteus: ${cluster}`;
      refreshSoon();
      await listen();
      of("link").textContent = "not connected";
    } catch (problem) {
      of("link").textContent = problem instanceof Problem ? problem.message : "not connected";
    }
    await new Promise((again) => setTimeout(again, AGAIN_MS));
  }
}

// what a person wants

// Enter in the text must not approve: only a button does
of("answer").addEventListener("submit", (event) => event.preventDefault());
of("answer").addEventListener("click", async (event) => {
  const wish = event.target.closest("button")?.name;
  if (!wish) {
    return;
  }
  const plan = wish === "stop" ? control.running?.plan.id : control.pending?.plan.id;
  const path = wish === "pause" || wish === "resume" ? `/${wish}` : `/plans/${encodeURIComponent(plan)}/${wish}`;
  try {
    showControl(await send(here(path), { reason: of("why").value }));
    of("why").value = "";
    of("answered").textContent = "";
    refreshSoon();
  } catch (problem) {
    of("answered").textContent = problem.message;
  }
});

of("login").addEventListener("submit", (event) => {
  event.preventDefault();
  token = of("token").value.trim();
  of("token").value = "";
  sessionStorage.setItem("proteus.token", token);
  location.reload();
});

of("steps-box").addEventListener("toggle", () => steps().catch(failed));
of("older").addEventListener("click", () => journal(oldest).catch(failed));

legend();
live();
