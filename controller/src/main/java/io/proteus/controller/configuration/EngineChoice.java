package io.proteus.controller.configuration;

import io.proteus.core.cluster.TableId;
import io.proteus.core.port.BulkLoadGuide;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreClock;
import java.util.Optional;
import java.util.Set;

/**
 * The engine of a cluster with its own settings.
 *
 * @param <S> the record of these
 */
public record EngineChoice<S>(EngineProvider<S> provider, S settings) {

  /** The address that identifies the cluster. */
  public String address() {
    return provider.address(settings);
  }

  /** The table of a name as a person wrote it for a key. */
  public TableId table(String key, String name) {
    return provider.table(key, name);
  }

  /** The rules for bulk loads; empty where the engine comes without. */
  public Optional<BulkLoadGuide> bulkLoads() {
    return provider.bulkLoads(settings);
  }

  /** Refuses settings with which no cluster is ever reached; looks at none. */
  public void check() {
    provider.check(settings);
  }

  /** The time on which the cluster lives; empty: the time of the day. */
  public Optional<StoreClock> clock() {
    return provider.clock(settings);
  }

  /**
   * Reaches the cluster.
   *
   * @param startKeys what is to be told of each node's start, in the store's own keys
   */
  public OpenStore open(Set<String> startKeys) throws PortException {
    return provider.open(settings, startKeys);
  }

  /** The settings as the engine's own record. */
  public <T> T settings(Class<T> type) {
    return type.cast(settings);
  }
}
