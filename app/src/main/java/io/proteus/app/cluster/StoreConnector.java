package io.proteus.app.cluster;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.EngineChoice;
import io.proteus.controller.configuration.HostChoice;
import io.proteus.controller.execution.Fence;
import io.proteus.controller.execution.Patience;
import io.proteus.controller.provider.HostSources;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.CloudClaiming;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reaches clusters by the engine and the cloud that their configuration names.
 *
 * @param progress told what a cloud is doing
 */
public record StoreConnector(Consumer<String> progress) implements Connector {
  /** Longer than any single call of an engine may take by its own bounds. */
  private static final Duration STORE_LIMIT = Duration.ofSeconds(90);

  /** A server that starts under a small CPU cap takes minutes. Clouds refuse a longer time-out. */
  static final Duration CLOUD_LIMIT = Duration.ofMinutes(6);

  @Override
  public ClusterConnection connect(Configuration configuration) throws PortException {
    EngineChoice<?> engine = configuration.extensions().engine();
    ExcludedTables excluded =
        ExcludedTables.of(configuration.engine().excludeTables(), engine::table);
    // before the store is reached: what fails here leaves nothing open, however often it is tried
    OpenCloud cloud = configuration.extensions().cloud().open(progress);
    OpenStore open = engine.open(configuration.startKeys());
    tellAbsent(excluded, open);
    Ports all =
        new Ports(
            WithoutTables.of(open.store(), excluded.tables()),
            open.facets().and(InformedMachines.of(cloud.facets(), open)),
            claiming(open, cloud));
    // inside the bounds on time: nothing may wait between the claim's confirmation and the change
    Patience patience = new Patience(STORE_LIMIT, CLOUD_LIMIT);
    Ports ports = patience.with(new Fence().around(all));
    return new ClusterConnection(
        configuration,
        engine.provider().words(),
        ports,
        hosts(configuration, open, cloud, patience),
        StoreParameters.of(engine.provider(), open.settings().orElse(null)),
        engine.provider().freshness(),
        open.tables().orElse(null),
        open.checks());
  }

  private static Claiming claiming(OpenStore open, OpenCloud cloud) throws PortException {
    Optional<CloudClaiming> elsewhere = cloud.claiming();
    if (elsewhere.isEmpty()) {
      return open.claiming();
    }
    try {
      return elsewhere.get().inPlaceOf(open.claiming());
    } catch (PortException e) {
      open.store().close();
      throw e;
    }
  }

  private static HostSources hosts(
      Configuration configuration, OpenStore open, OpenCloud cloud, Patience patience)
      throws PortException {
    List<HostSources.Source> sources = new ArrayList<>();
    for (HostChoice<?> choice : configuration.extensions().hosts()) {
      try {
        choice
            .open(open, cloud)
            .map(it -> new HostSources.Source(it.name(), patience.with(it.metrics())))
            .ifPresent(sources::add);
      } catch (PortException | RuntimeException e) {
        open.store().close();
        throw e;
      }
    }
    return new HostSources(sources);
  }

  private void tellAbsent(ExcludedTables excluded, OpenStore open) throws PortException {
    if (excluded.isEmpty()) {
      return;
    }
    try {
      excluded.absentFrom(tables(open)).forEach(progress);
    } catch (PortException | RuntimeException e) {
      open.store().close();
      throw e;
    }
  }

  private static Collection<TableId> tables(OpenStore open) throws PortException {
    return open.settings().isPresent()
        ? open.settings().get().ofTables().keySet()
        : open.store().topology().tables().stream().map(Table::id).toList();
  }

  @Override
  public void check(Configuration configuration) {
    configuration.extensions().engine().check();
  }
}
