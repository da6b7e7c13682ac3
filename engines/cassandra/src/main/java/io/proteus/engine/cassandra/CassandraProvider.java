package io.proteus.engine.cassandra;

import io.proteus.core.model.CostModel;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.words.Noun;
import io.proteus.core.words.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code engine.type: cassandra}. */
public final class CassandraProvider implements EngineProvider<CassandraSettings> {
  private static final Words WORDS =
      new Words(
          "Cassandra",
          new Noun("node", "nodes"),
          new Noun("token range", "token ranges"),
          new Noun("keyspace", "keyspaces"),
          new Noun("chunk cache", "chunk caches"),
          new Noun("memtable", "memtables"));

  @Override
  public String type() {
    return "cassandra";
  }

  @Override
  public Class<CassandraSettings> settings() {
    return CassandraSettings.class;
  }

  @Override
  public Set<Class<? extends Facet>> facets() {
    return Facets.kinds(
        CassandraStore.class,
        RingOrders.class,
        NodeOrders.class,
        TableOrders.class,
        LocalTableOrders.class);
  }

  @Override
  public Words words() {
    return WORDS;
  }

  @Override
  public CostModel costs() {
    return CassandraCosts.COSTS;
  }

  @Override
  public Optional<SettingsGuide> guide() {
    return Optional.of(new CassandraGuide());
  }

  @Override
  public Map<String, String> cures() {
    return Map.of("dead-nodes", "nodetool removenode HOST-ID");
  }

  @Override
  public String address(CassandraSettings settings) {
    return String.join(",", settings.nodes());
  }

  @Override
  public boolean claimMayBeElsewhere() {
    return true;
  }

  @Override
  public OpenStore open(CassandraSettings settings, Set<String> startKeys) throws PortException {
    CassandraStore store = CassandraStore.connect(settings, startKeys);
    return new OpenStore(
        store,
        facets(store),
        store.claims(),
        Optional.of(new NodeLoads(store)),
        store.told().map(told -> told),
        Optional.empty(),
        List.of(new FailedOrdersCheck(store.underWay()), new HotKeysCheck(store)));
  }

  private static Facets facets(CassandraStore store) {
    Facets ring = Facets.of(store, new RingOrders(store), new NodeOrders(store));
    Facets all = store.tableOrders().map(orders -> ring.and(Facets.of(orders))).orElse(ring);
    return store.localTableOrders().map(orders -> all.and(Facets.of(orders))).orElse(all);
  }
}
