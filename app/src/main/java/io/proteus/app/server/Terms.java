package io.proteus.app.server;

import io.proteus.core.words.Words;

/** What a store calls things, for what a screen says by itself. */
record Terms(
    String store,
    String node,
    String nodes,
    String partition,
    String partitions,
    String table,
    String tables,
    String readCache,
    String writeBuffer) {

  static Terms of(Words words) {
    return new Terms(
        words.store(),
        words.node().one(),
        words.node().many(),
        words.partition().one(),
        words.partition().many(),
        words.table().one(),
        words.table().many(),
        words.readCache().one(),
        words.writeBuffer().one());
  }
}
