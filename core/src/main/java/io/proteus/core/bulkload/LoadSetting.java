package io.proteus.core.bulkload;

import io.proteus.core.units.ByteSize;

/** What is set for a load. */
public enum LoadSetting {
  /** 1: a partition is split by its size alone (HCF-2) */
  CONSTANT_SIZE_SPLIT(Scope.TABLE, Unit.SWITCH, "split policy"),
  /** the size from which a partition is split */
  LARGEST_PARTITION(Scope.TABLE, Unit.BYTES, "split from"),
  /** what a partition collects in memory before it is written to a file */
  FLUSH_SIZE(Scope.TABLE, Unit.BYTES, "flush size"),
  /** flush sizes that a partition collects before its writers wait */
  BLOCK_MULTIPLIER(Scope.TABLE, Unit.COUNT, "block multiplier"),
  /** files of a partition from which some are merged */
  COMPACT_FROM_FILES(Scope.TABLE, Unit.COUNT, "compact from"),
  /** files of a partition that are merged at once at most */
  COMPACT_AT_MOST_FILES(Scope.TABLE, Unit.COUNT, "compact at most"),
  /** files of a partition above which its writers wait */
  BLOCKING_FILES(Scope.TABLE, Unit.COUNT, "blocking files"),
  /** cells that are read and written at a time by a flush or a merge */
  COMPACTION_BATCH(Scope.TABLE, Unit.COUNT, "compaction batch"),
  /** all write buffers of a node together */
  WRITE_BUFFER_SHARE(Scope.NODE, Unit.PERCENT, "heap for writes"),
  /** what a node keeps of what was read */
  READ_CACHE_SHARE(Scope.NODE, Unit.PERCENT, "heap for reads"),
  /** machines, or processes, that load at once */
  CLIENTS(Scope.CLIENT, Unit.COUNT, "clients"),
  /** threads of each client */
  CLIENT_THREADS(Scope.CLIENT, Unit.COUNT, "threads a client"),
  /** what each thread collects before it sends */
  CLIENT_BUFFER(Scope.CLIENT, Unit.BYTES, "client buffer");

  /** Whose setting it is. */
  public enum Scope {
    TABLE,
    NODE,
    CLIENT
  }

  private enum Unit {
    BYTES,
    COUNT,
    PERCENT,
    SWITCH
  }

  private final Scope scope;
  private final Unit unit;
  private final String title;

  LoadSetting(Scope scope, Unit unit, String title) {
    this.scope = scope;
    this.unit = unit;
    this.title = title;
  }

  public Scope scope() {
    return scope;
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** An amount of it with its unit. */
  public String shown(long amount) {
    return switch (unit) {
      case BYTES -> ByteSize.ofBytes(amount).toString();
      case COUNT -> "%,d".formatted(amount);
      case PERCENT -> amount + " %";
      case SWITCH -> amount == 0 ? "off" : "constant size";
    };
  }
}
