// The store's own words: the API speaks of nodes and partitions, whoever runs HBase reads of RegionServers and regions.

import { plural } from "./format.js";

// a name that merely contains a word, as rs-node:16020 or the table my.nodes, is left as it is
const CORE_WORDS = /(?<![\w.:,-])(nodes|node|partitions|partition|write buffer|cache)(?![\w-]|[.:,]\w)/g;
// what a step names, its table last, is left as well: a table may be called cache
const STEP_OF_TABLE = /^(?:set blocks of|alter|(?:move|compact) \S+ of) \S+/;
const ONE_OF_MANY = /(?<![\d.,])1 (node|partition|step)s\b/g;

let terms = {
  store: "the store", node: "node", nodes: "nodes", partition: "partition", partitions: "partitions",
  readCache: "cache", writeBuffer: "write buffer",
};

/** Speaks in the terms of a store from here on, in what the page says by itself, too. */
export function speak(given) {
  terms = given;
  for (const told of document.querySelectorAll("[data-say]")) {
    told.textContent = /^[A-Z]/.test(told.dataset.say) ? title(told.dataset.say) : say(told.dataset.say);
  }
}

/** A term of the store. */
export const term = (key) => terms[key];

const termOf = (word) => word === "write buffer" ? terms.writeBuffer : word === "cache" ? terms.readCache : terms[word];

/** A sentence of the API, or of this page, in the store's words; said once, as these may contain the others. */
export function say(sentence) {
  const [named] = STEP_OF_TABLE.exec(sentence) ?? [""];
  return named + sentence.slice(named.length).replace(ONE_OF_MANY, "1 $1").replace(CORE_WORDS, termOf);
}

/** The same for a sentence that begins with a capital. */
export function title(sentence) {
  const said = say(sentence[0].toLowerCase() + sentence.slice(1));
  return said[0].toUpperCase() + said.slice(1);
}

/** So many nodes or partitions. */
export const countOf = (number, word) => plural(number, terms[word], terms[`${word}s`]);
