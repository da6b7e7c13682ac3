// Small things that every part of the page needs. What comes from the API is only ever set as text.

import { say } from "./words.js";

export const of = (id) => document.getElementById(id);

export function element(kind, text, more = {}) {
  const made = document.createElement(kind);
  if (text !== undefined && text !== null) {
    made.textContent = text;
  }
  for (const [key, value] of Object.entries(more)) {
    made.setAttribute(key, value);
  }
  return made;
}

export function button(text, act, more = {}) {
  const made = element("button", text, { type: "button", ...more });
  made.addEventListener("click", act);
  return made;
}

/**
 * Has a button ask for something: pressed again before the answer it does nothing, and what goes wrong is said beside
 * it until it is tried again. It is not disabled meanwhile, which would take the focus away.
 */
export function asking(made, act) {
  const wrong = element("p", undefined, { class: "alarm-text", role: "alert" });
  made.addEventListener("click", async () => {
    if (made.ariaDisabled) {
      return;
    }
    made.ariaDisabled = "true";
    wrong.remove();
    try {
      await act();
    } catch (problem) {
      wrong.textContent = problem.message;
      made.after(wrong);
    } finally {
      made.ariaDisabled = null;
    }
  });
  return made;
}

/** Pairs as a list of terms, which are said in the store's words; a value may be an element. */
export function pairs(parent, given) {
  parent.replaceChildren(...given.map(([name, value]) => {
    const group = element("div");
    const told = element("dd");
    told.append(value ?? "–");
    group.append(element("dt", say(name)), told);
    return group;
  }));
  return parent;
}

export function reasons(parent, given) {
  parent.replaceChildren(...given.map((reason) => {
    const row = element("li");
    row.append(element("b", reason.code), ` ${reason.sentence}`);
    if (reason.setting) {
      row.append(" ", element("code", reason.setting));
    }
    return row;
  }));
  return parent;
}

/** One stop for the tabulator; arrow keys, Home and End go on from there, up and down by rows. */
export function roving(container, selector) {
  const all = () => [...container.querySelectorAll(selector)];
  container.addEventListener("keydown", (event) => {
    const items = all();
    const at = items.indexOf(event.target.closest(selector));
    if (at < 0) {
      return;
    }
    const next = {
      ArrowRight: () => items[at + 1],
      ArrowLeft: () => items[at - 1],
      ArrowDown: () => inNextRow(items, at, 1),
      ArrowUp: () => inNextRow(items, at, -1),
      Home: () => items[0],
      End: () => items[items.length - 1],
    }[event.key];
    if (next) {
      event.preventDefault();
      next()?.focus();
    }
  });
  container.addEventListener("focusin", (event) => {
    const item = event.target.closest(selector);
    if (item) {
      container.querySelectorAll(`${selector}[tabindex="0"]`).forEach((other) => { other.tabIndex = -1; });
      item.tabIndex = 0;
    }
  });
}

function inNextRow(items, at, direction) {
  const here = items[at].getBoundingClientRect();
  let best = null;
  let row = null;
  for (let i = at + direction; i >= 0 && i < items.length; i += direction) {
    const there = items[i].getBoundingClientRect();
    if (Math.abs(there.top - here.top) < 2) {
      continue;
    }
    row ??= there.top;
    if (Math.abs(there.top - row) >= 2) {
      break;
    }
    const distance = Math.abs(there.left - here.left);
    if (!best || distance < best.distance) {
      best = { item: items[i], distance };
    }
  }
  return best?.item;
}

/** Makes one of the items the stop for the tabulator, if none is. */
export function oneStop(items) {
  if (items.length && !items.some((item) => item.tabIndex === 0)) {
    items[0].tabIndex = 0;
  }
}

/** A colour of the style sheet as the canvas wants it. */
export function colour(name) {
  const probe = element("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}
