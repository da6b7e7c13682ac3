// Asks and tells the daemon. The token is sent as a header only, and is kept in this tab only.

const TOKEN = "proteus.token";
const CLUSTER = "proteus.cluster";
const JUST_CHOSEN = "proteus.cluster.chosen";
const ROOT = "/api/v1";
const MOST_PAGES = 5;
const PATIENCE_MS = 30_000;
const SILENCE_MS = 45_000; // the daemon gives a sign every 15 s where nothing happens

let token = sessionStorage.getItem(TOKEN) ?? "";
let several = false;

/** All paths of a cluster begin with this. */
let base = ROOT;

/** The entry of the journal that is looked at; null while it is now. */
let moment = null;

export class Problem extends Error {
  constructor(status, detail, title) {
    super(detail);
    this.status = status;
    this.title = title;
  }
}

function headers(more = {}, shown = token) {
  return shown ? { ...more, Authorization: `Bearer ${shown}` } : more;
}

const isTimeout = (problem) => problem.name === "TimeoutError";

async function answerOf(response) {
  const body = await response.json().catch((problem) => {
    if (isTimeout(problem)) {
      throw problem;
    }
    return {};
  });
  if (!response.ok) {
    throw new Problem(response.status, body.detail ?? `HTTP ${response.status}`, body.title);
  }
  return body;
}

/** What comes of a request; one that is never answered, as by a machine that sleeps, fails in the end. */
async function fetched(path, request, more = "") {
  try {
    return await answerOf(await fetch(path, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) }));
  } catch (problem) {
    throw isTimeout(problem) ? new Problem(0, `No answer within ${PATIENCE_MS / 1000} s.${more}`) : problem;
  }
}

const get = (path) => fetched(path, { headers: headers() });

/** Of the cluster as it is now, whatever moment is looked at. */
export const ask = (path = "") => get(base + path);

/** Of the cluster at the moment that is looked at. */
export const askThen = (path = "") => get(`${base}${moment === null ? "" : `/past/${moment}`}${path}`);

/** All pages of a list, up to a bound. */
export async function askAll(path) {
  let page = await askThen(path);
  const items = page.items;
  for (let i = 1; page.next !== undefined && i < MOST_PAGES; i++) {
    page = await askThen(`${path}${path.includes("?") ? "&" : "?"}offset=${page.next}`);
    items.push(...page.items);
  }
  return { items, total: page.total };
}

export const send = (path, body) => fetched(base + path, {
  method: "POST",
  headers: headers({ "Content-Type": "application/json", "X-Proteus-Request": "page" }),
  body: JSON.stringify(body),
}, " What became of it is under Decisions.");

export const isNow = () => moment === null;

export function lookAt(entry) {
  moment = entry;
}

export const me = () => get(`${ROOT}/me`);

/** Who has a token that is not used yet; fails where nobody has. */
export const whoHas = (other) => fetched(`${ROOT}/me`, { headers: headers({}, other) });

/** Every cluster, with how it does. */
export const fleet = async () => (await get(`${ROOT}/clusters`)).items;

/**
 * The clusters, their names, and the terms of the one that is asked from here on, the one that was chosen last, with what has to
 * be known of it first.
 */
export async function clusters() {
  const known = await fleet();
  const names = known.map((cluster) => cluster.name);
  const wanted = sessionStorage.getItem(CLUSTER);
  const chosen = names.includes(wanted) ? wanted : names[0];
  several = names.length > 1;
  base = `${ROOT}/clusters/${encodeURIComponent(chosen)}`;
  const { terms, remark } = known.find((cluster) => cluster.name === chosen);
  return { known, names, chosen, terms, remark };
}

export function choose(cluster) {
  sessionStorage.setItem(CLUSTER, cluster);
  sessionStorage.setItem(JUST_CHOSEN, "yes");
}

/** Whether the page was loaded anew for the choice of a cluster; asked once. */
export function wasJustChosen() {
  const just = sessionStorage.getItem(JUST_CHOSEN) !== null;
  sessionStorage.removeItem(JUST_CHOSEN);
  return just;
}

export function show(newToken) {
  token = newToken;
  if (token) {
    sessionStorage.setItem(TOKEN, token);
  } else {
    sessionStorage.removeItem(TOKEN);
  }
}

/** Whether a token is shown with what is asked. */
export const showsToken = () => token !== "";

/** Whether this tab keeps a token, shown or not. */
export const hasToken = () => sessionStorage.getItem(TOKEN) !== null;

/** Goes on without the token, which is tried again when the page is loaded anew. */
export function leaveToken() {
  token = "";
}

/**
 * Hands over events for as long as they come; EventSource could not send a token. Fails when nothing comes any more, as
 * after a sleep, of which nobody told the browser that the connection is gone.
 */
export async function listen(opened, handle) {
  const path = several ? `${base}/events` : `${ROOT}/events`;
  const silence = new AbortController();
  let alarm;
  const heard = () => {
    clearTimeout(alarm);
    alarm = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  heard();
  try {
    const response = await fetch(path, { headers: headers({ Accept: "text/event-stream" }), signal: silence.signal });
    if (!response.ok) {
      await answerOf(response);
    }
    opened();
    await read(response.body.pipeThrough(new TextDecoderStream()).getReader(), heard, handle);
  } finally {
    clearTimeout(alarm);
    silence.abort();
  }
}

async function read(reader, heard, handle) {
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    heard();
    const events = (rest + value).split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const event of events) {
      const lines = event.split(/\r?\n/);
      const field = (name) => lines.filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).trim()).join("\n");
      if (field("event")) {
        handle(field("event"), JSON.parse(field("data") || "null"));
      }
    }
  }
}
