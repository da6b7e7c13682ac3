package io.proteus.core.port;

import io.proteus.core.cluster.TableId;
import io.proteus.core.model.CostModel;
import io.proteus.core.model.DemandModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An engine: all that Proteus needs to know of one kind of store. It is found as a {@link
 * java.util.ServiceLoader service}.
 *
 * @param <S> a record of settings, the keys of the section {@code engine} that are its own
 */
public interface EngineProvider<S> {

  /** The name in {@code engine.type}. */
  String type();

  /** The record of its settings. */
  Class<S> settings();

  /** The words of its users for nodes, partitions and tables. */
  default Words words() {
    return Words.NEUTRAL;
  }

  /**
   * The kinds of changes that its stores accept. One that is not set up for all of them, as without
   * a plugin, accepts fewer. By default the facets that the provider itself is.
   */
  default Set<Class<? extends Facet>> facets() {
    return Facets.kinds(getClass());
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
   * How its nodes use the memory that they divide; empty where they divide none. Without it, heaps
   * are not divided by use and nothing is prefetched.
   */
  default Optional<MemoryModel> memory() {
    return Optional.empty();
  }

  /** What requests cost its nodes; empty where it does not say, and no layout is modelled then. */
  default Optional<DemandModel> demands() {
    return Optional.empty();
  }

  /** The costs and yields of changes on its stores. */
  default CostModel costs() {
    return CostModel.assumed();
  }

  /** Its rules for bulk loads; empty where it has none. */
  default Optional<BulkLoadGuide> bulkLoads(S settings) {
    return Optional.empty();
  }

  /** Classes of its client that print stack traces without the logger; these are silenced. */
  default Set<String> printsTraces() {
    return Set.of();
  }

  /** Options of the command line that name a cluster without a file. */
  default List<ConnectionOption> options() {
    return List.of();
  }

  /** What operators have to know about its stores first; empty where there is nothing. */
  default Optional<String> remark() {
    return Optional.empty();
  }

  /**
   * Its own commands that cure what the common checks of {@code core.doctor} find, by the name of
   * the check. {@code {subject}} stands for the first thing that is wrong.
   */
  default Map<String, String> cures() {
    return Map.of();
  }

  /**
   * Whether a cloud may keep the claim in the place of its stores ({@link Claiming#grantedBy}). By
   * default they keep it themselves, where every Proteus that reaches them looks for it.
   */
  default boolean claimMayBeElsewhere() {
    return false;
  }

  /** The clock that its stores follow; empty means the time of day. */
  default Optional<StoreClock> clock(S settings) {
    return Optional.empty();
  }

  /** What identifies a cluster: two files with the same address mean the same cluster. */
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
