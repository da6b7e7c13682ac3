package io.proteus.core.port;

import java.util.List;
import java.util.Optional;

/**
 * A store that is reached, with all that it offers.
 *
 * @param store closes all of it
 * @param hosts how busy the hosts are as the store sees them; empty where it does not tell
 * @param settings what it says it is set to; empty where it has no settings to tell
 * @param tables its tables, to be made and loaded; empty where that is not done
 * @param checks what its engine alone can look for, beside what is wrong with any store
 */
public record OpenStore(
    Store store,
    Facets facets,
    Claiming claiming,
    Optional<HostMetrics> hosts,
    Optional<StoreSettings> settings,
    Optional<TableStore> tables,
    List<StoreCheck> checks) {
  public OpenStore {
    checks = List.copyOf(checks);
  }

  /** A store whose engine has no checks of its own. */
  public OpenStore(
      Store store,
      Facets facets,
      Claiming claiming,
      Optional<HostMetrics> hosts,
      Optional<StoreSettings> settings,
      Optional<TableStore> tables) {
    this(store, facets, claiming, hosts, settings, tables, List.of());
  }

  /** A store whose facets are all in one object. */
  public static <E extends Store & Claiming> OpenStore of(E engine) {
    return new OpenStore(
        engine,
        Facets.of(engine),
        engine,
        engine instanceof HostMetrics hosts ? Optional.of(hosts) : Optional.empty(),
        engine instanceof StoreSettings settings ? Optional.of(settings) : Optional.empty(),
        engine instanceof TableStore tables ? Optional.of(tables) : Optional.empty());
  }
}
