package io.proteus.engine.riak;

import io.proteus.core.model.CostModel;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Membership;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.words.Noun;
import io.proteus.core.words.Words;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code engine.type: riak}. */
public final class RiakProvider implements EngineProvider<RiakSettings> {
  private static final Words WORDS =
      new Words(
          "Riak",
          new Noun("node", "nodes"),
          new Noun("vnode", "vnodes"),
          new Noun("bucket type", "bucket types"),
          new Noun("memory", "memories"),
          new Noun("write buffer", "write buffers"));

  @Override
  public String type() {
    return "riak";
  }

  @Override
  public Class<RiakSettings> settings() {
    return RiakSettings.class;
  }

  @Override
  public Set<Class<? extends Facet>> facets() {
    return Facets.kinds(RiakOrders.class, NodeOrders.class);
  }

  @Override
  public Words words() {
    return WORDS;
  }

  @Override
  public Optional<SettingsGuide> guide() {
    return Optional.of(new RiakGuide());
  }

  @Override
  public CostModel costs() {
    return RiakCosts.COSTS;
  }

  @Override
  public Optional<String> remark() {
    return Optional.of(
        "Riak tells no loads of vnodes and places them itself: Proteus decides how many nodes there"
            + " are, and a few of their settings.");
  }

  @Override
  public Map<String, String> cures() {
    return Map.of("dead-nodes", "riak admin down {subject}");
  }

  @Override
  public String address(RiakSettings settings) {
    return String.join(",", settings.nodes());
  }

  @Override
  public boolean claimMayBeElsewhere() {
    return true;
  }

  @Override
  public OpenStore open(RiakSettings settings, Set<String> startKeys) throws PortException {
    RiakStore store = RiakStore.connect(settings, startKeys);
    return new OpenStore(
        store,
        facets(store, settings),
        store.claims(),
        Optional.of(store),
        Optional.of(new ToldSettings(store)),
        Optional.empty());
  }

  /** A dead node is struck off only where its copies may be given up. */
  static Facets facets(RiakStore store, RiakSettings settings) {
    Facets all = Facets.of(new RiakOrders(store, settings), new NodeOrders(store));
    return settings.forceRemove() ? all : all.without(Membership.class);
  }
}
