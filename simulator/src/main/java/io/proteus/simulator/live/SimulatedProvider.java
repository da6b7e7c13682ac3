package io.proteus.simulator.live;

import io.proteus.controller.provider.Providers;
import io.proteus.core.model.CostModel;
import io.proteus.core.model.DemandModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.port.ConnectionOption;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreClock;
import io.proteus.core.words.Words;
import io.proteus.simulator.world.SimulatedEngine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code engine.type: simulated}: a cluster of a scenario, with its machines and clients. */
public final class SimulatedProvider implements EngineProvider<LiveSettings> {
  /** Whose figures the model was fitted to: changes cost what they cost there. */
  private static final String FITTED_TO = "hbase";

  private static final Words WORDS =
      new Words(
          "Simulator",
          Words.NEUTRAL.node(),
          Words.NEUTRAL.partition(),
          Words.NEUTRAL.table(),
          Words.NEUTRAL.readCache(),
          Words.NEUTRAL.writeBuffer());

  @Override
  public String type() {
    return "simulated";
  }

  @Override
  public Class<LiveSettings> settings() {
    return LiveSettings.class;
  }

  @Override
  public Set<Class<? extends Facet>> facets() {
    return Facets.kinds(SimulatedEngine.class);
  }

  @Override
  public Words words() {
    return WORDS;
  }

  @Override
  public CostModel costs() {
    return Providers.costs(FITTED_TO);
  }

  @Override
  public Optional<DemandModel> demands() {
    return Providers.model(FITTED_TO).demands();
  }

  @Override
  public Optional<MemoryModel> memory() {
    return Providers.memory(FITTED_TO);
  }

  @Override
  public List<ConnectionOption> options() {
    return List.of(
        new ConnectionOption(
            List.of("--simulated"),
            "SCENARIO",
            List.of("A simulated cluster, of which nothing is kept; hot-spot, daily, met-16 ..."),
            "hot-spot",
            scenario -> Map.of("scenario", scenario, "directory", "none")));
  }

  @Override
  public Optional<String> remark() {
    return Optional.of("Simulated, not measured: there is no such cluster.");
  }

  @Override
  public String address(LiveSettings settings) {
    return settings.directory().map(Object::toString).orElseGet(settings::origin);
  }

  @Override
  public void check(LiveSettings settings) {
    settings.read();
  }

  @Override
  public Optional<StoreClock> clock(LiveSettings settings) {
    return Optional.of(LiveCluster.of(settings).clock());
  }

  @Override
  public OpenStore open(LiveSettings settings, Set<String> startKeys) throws PortException {
    return LiveCluster.of(settings).open();
  }
}
