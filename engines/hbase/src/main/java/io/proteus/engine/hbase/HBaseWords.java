package io.proteus.engine.hbase;

import io.proteus.core.words.Noun;
import io.proteus.core.words.Words;

/** HBase's own terms. */
public final class HBaseWords {
  public static final Words WORDS =
      new Words(
          "HBase",
          new Noun("RegionServer", "RegionServers"),
          new Noun("region", "regions"),
          new Noun("table", "tables"),
          new Noun("block cache", "block caches"),
          new Noun("memstore", "memstores"),
          "Proteus's plugin on their class path",
          "hbase.hregion.memstore.chunkpool.maxsize: 0 in their configuration");

  private HBaseWords() {}
}
