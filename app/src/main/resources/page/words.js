// The store's own words. What the API says is in these words already; here they are for what this page says by itself.

import { plural } from "./format.js";

const TERM = /\{(nodes?|partitions?|tables?|cache|write buffer)\}/gi;

let terms = {
  store: "the store", node: "node", nodes: "nodes", partition: "partition", partitions: "partitions",
  table: "table", tables: "tables", readCache: "cache", writeBuffer: "write buffer",
};

const KEYS = { cache: "readCache", "write buffer": "writeBuffer" };

/** Speaks in the terms of a store from here on, in what the page says by itself, too. */
export function speak(given) {
  terms = given;
  for (const told of document.querySelectorAll("[data-say]")) {
    told.textContent = say(told.dataset.say);
  }
}

/** A term of the store. */
export const term = (key) => terms[key];

/** A sentence of this page, with the store's terms for {node}, {partitions} and their like; {Nodes} has a capital. */
export const say = (sentence) => sentence.replace(TERM, (all, key) => {
  const word = terms[KEYS[key] ?? key.toLowerCase()];
  return /^[A-Z]/.test(key) ? word[0].toUpperCase() + word.slice(1) : word;
});

/** So many nodes or partitions. */
export const countOf = (number, word) => plural(number, terms[word], terms[`${word}s`]);
