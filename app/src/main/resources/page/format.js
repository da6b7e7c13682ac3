// Figures as people read them. What is not known is a dash and never zero.

const UNKNOWN = "–";

export const rate = (value) => value === undefined || value === null ? UNKNOWN
  : value > 0 && value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en");
export const count = (value) => value === undefined || value === null ? UNKNOWN : value.toLocaleString("en");
export const percent = (value) => value === undefined || value === null ? UNKNOWN : `${Math.round(value * 100)} %`;
export const milliseconds = (value) => value === undefined || value === null ? UNKNOWN
  : value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value).toLocaleString("en")} ms`;
export const time = (text) => new Date(text).toLocaleString(undefined, {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
  timeZoneName: "short",
});
export const clock = (text) => new Date(text).toLocaleTimeString(undefined, {
  hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZoneName: "short",
});
/** The time of day, with the day unless that is today: what lasts days would else read as minutes. */
export const when = (text) => new Date(text).toDateString() === new Date().toDateString() ? clock(text) : time(text);
export const zone = (at) => new Intl.DateTimeFormat(undefined, { timeZoneName: "short" }).formatToParts(at)
  .find(({ type }) => type === "timeZoneName").value;
export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

export function size(bytes) {
  if (bytes === undefined || bytes === null) {
    return UNKNOWN;
  }
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const at = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0);
  return `${(bytes / 1024 ** at).toFixed(at > 2 ? 1 : 0)} ${units[at]}`;
}

export function span(iso) {
  const found = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(iso);
  if (!found) {
    return iso;
  }
  const parts = [[found[1], "h"], [found[2], "min"], [found[3] && Math.round(Number(found[3])), "s"]];
  return parts.filter(([value]) => value).map(([value, unit]) => `${value} ${unit}`).join(" ") || "0 s";
}

/** All requests of a partition; undefined when they are not known. */
export function load(partition) {
  const rates = partition.requestsPerSecond;
  return rates ? rates.reads + rates.scans + rates.writes : undefined;
}

// a key's words, with the store's terms as words.js fills them in
const words = (key) => key.replace(/([a-z0-9])([A-Z])/g, (all, before, after) => `${before} ${after.toLowerCase()}`)
  .replace(/\b(nodes?|partitions?|tables?)\b/g, "{$1}");

/**
 * Whatever figures an object has as pairs of name and text, by what their names end in. So a figure that is newer than this page is shown too.
 */
export function figures(object, before = "") {
  return Object.entries(object).flatMap(([key, value]) => {
    const name = before ? `${before}, ${words(key)}` : words(key);
    if (value === null || value === undefined || key === "reasons") {
      return [];
    }
    if (Array.isArray(value)) {
      return value.every((one) => typeof one !== "object")
        ? [[name, value.length ? value.join(", ") : "none"]]
        : value.flatMap((one, at) => figures(typeof one === "object" ? one : { [key]: one }, `${name} ${at + 1}`));
    }
    return typeof value === "object" ? figures(value, name) : [[name, figure(key, value)]];
  });
}

function figure(key, value) {
  if (typeof value === "string") {
    return /^PT[\d.HMS]+$/.test(value) ? span(value) : /^\d{4}-\d\d-\d\dT/.test(value) ? time(value) : value;
  }
  if (typeof value === "boolean") {
    return value ? "yes" : "no";
  }
  if (/bytes/i.test(key)) {
    return size(value);
  }
  if (/Ms$|milliseconds/i.test(key)) {
    return milliseconds(value);
  }
  if (/seconds$/i.test(key) && !/perSecond/i.test(key)) {
    return `${rate(value)} s`;
  }
  if (/ratio|share/i.test(key)) {
    return percent(value);
  }
  return Number.isInteger(value) ? count(value) : rate(value);
}
