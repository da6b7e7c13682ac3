// The policies that Proteus proposes. None counts until an administrator has accepted it.

import { ask, isNow } from "./api.js";
import { element, of } from "./dom.js";
import { draftButtons } from "./plan.js";

let shown = "";

export async function refresh() {
  const drafts = isNow() ? (await ask("/policies/drafts")).items : [];
  const now = JSON.stringify([drafts, draftButtons("").length]);
  if (now === shown) {
    return; // what somebody has opened stays open
  }
  shown = now;
  of("drafts-section").hidden = !drafts.length;
  of("drafts").replaceChildren(...drafts.map(row));
}

function row({ name, text }) {
  const told = element("details");
  told.append(element("summary", name), element("pre", text));
  const acts = element("div", undefined, { class: "acts", role: "group", "aria-label": name });
  acts.append(...draftButtons(name, refresh));
  const made = element("li");
  made.append(told, acts);
  return made;
}
