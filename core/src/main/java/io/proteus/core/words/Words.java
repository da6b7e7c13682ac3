package io.proteus.core.words;

import org.jspecify.annotations.Nullable;

/**
 * A store's own words. Decisions speak of nodes and partitions; operators read the terms of their
 * store. An engine provides them.
 *
 * @param store the store's name
 * @param whatDivides what a node needs in order to take a new memory split while it runs; null
 *     where nothing would help
 * @param whatShrinks what such a node needs in order to take a smaller write buffer while it runs;
 *     null where nothing would help
 */
public record Words(
    String store,
    Noun node,
    Noun partition,
    Noun table,
    Noun readCache,
    Noun writeBuffer,
    @Nullable String whatDivides,
    @Nullable String whatShrinks) {

  /** Core's own words, for a store without words of its own. */
  public static final Words NEUTRAL =
      new Words(
          "the store",
          Term.NODE.neutral(),
          Term.PARTITION.neutral(),
          Term.TABLE.neutral(),
          Term.READ_CACHE.neutral(),
          Term.WRITE_BUFFER.neutral(),
          null,
          null);

  /** Words of a store in which nothing helps a node to take a memory split while it runs. */
  public Words(
      String store, Noun node, Noun partition, Noun table, Noun readCache, Noun writeBuffer) {
    this(store, node, partition, table, readCache, writeBuffer, null, null);
  }

  /** The store's noun for a term. */
  public Noun of(Term term) {
    return switch (term) {
      case NODE -> node;
      case PARTITION -> partition;
      case TABLE -> table;
      case READ_CACHE -> readCache;
      case WRITE_BUFFER -> writeBuffer;
    };
  }

  /** {@code 1 node}, {@code 5 nodes}, in this store's word. */
  public String nodes(long count) {
    return node.count(count);
  }

  /** {@code 1 partition}, {@code 12,345 partitions}, in this store's word. */
  public String partitions(long count) {
    return partition.count(count);
  }
}
