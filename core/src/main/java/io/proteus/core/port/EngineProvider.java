package io.proteus.core.port;

import io.proteus.core.cluster.TableId;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * An engine: all that Proteus needs to know of one kind of store. It is found as a {@link
 * java.util.ServiceLoader service}.
 *
 * @param <S> a record of settings, the keys of the section {@code engine} that are its own
 */
public interface EngineProvider<S> {

  /** As {@code engine.type} names it. */
  String type();

  /** The record of its settings. */
  Class<S> settings();

  /** What its users call nodes, partitions and tables. */
  default Words words() {
    return Words.NEUTRAL;
  }

  /** How long the store may repeat its counters: rates over less may be 0. */
  default Duration freshness() {
    return Duration.ZERO;
  }

  /** The parameters and policies that come with it; empty where there are none. */
  default Optional<SettingsGuide> guide() {
    return Optional.empty();
  }

  /**
   * How its nodes use the memory that they divide; empty where they divide none. Without it nobody
   * asks them to divide it by what they serve, or to read into their caches what moves to them.
   */
  default Optional<MemoryModel> memory() {
    return Optional.empty();
  }

  /** What changes cost and yield on its stores. */
  default CostModel costs() {
    return CostModel.assumed();
  }

  /** Its rules for loading tables in bulk; empty where it has none. */
  default Optional<BulkLoadGuide> bulkLoads() {
    return Optional.empty();
  }

  /** Classes of its client that print stack traces past all logging, which nobody wants to see. */
  default Set<String> printsTraces() {
    return Set.of();
  }

  /** What whoever looks at its stores has to know first; empty where there is nothing. */
  default Optional<String> remark() {
    return Optional.empty();
  }

  /** The time on which its stores live; empty: the time of the day. */
  default Optional<StoreClock> clock(S settings) {
    return Optional.empty();
  }

  /** What tells one cluster from another: two files with the same address mean the same one. */
  default String address(S settings) {
    return settings.toString();
  }

  /**
   * The table of a name as a person wrote it, in the one form in which topologies have it.
   *
   * @param key the setting or option that it was written for
   * @throws io.proteus.core.units.InvalidValue if the store takes no such name
   */
  default TableId table(String key, String name) {
    return new TableId(name);
  }

  /**
   * Refuses settings with which no cluster is ever reached; looks at none.
   *
   * @throws io.proteus.core.units.InvalidValue with the key, the value and what was expected
   */
  default void check(S settings) {}

  /**
   * Reaches a cluster.
   *
   * @param startKeys what is to be told of each node's start, in the store's own keys
   */
  OpenStore open(S settings, Set<String> startKeys) throws PortException;
}
