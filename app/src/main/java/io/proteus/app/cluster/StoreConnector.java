package io.proteus.app.cluster;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.EngineSettings;
import io.proteus.controller.execution.Fence;
import io.proteus.controller.execution.Patience;
import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyLibrary;
import io.proteus.controller.policy.PolicyReviewer;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.Cloud;
import io.proteus.core.port.Facets;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.deployment.hbase.LocalCloud;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.engine.hbase.HBaseAddress;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.engine.hbase.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reaches real clusters: the one place that knows every engine and every cloud.
 *
 * @param progress told what a cloud is doing
 */
public record StoreConnector(Consumer<String> progress) implements Connector {
  /** How long a RegionServer's servlet answers from its cache, unless it is told otherwise. */
  private static final Duration METRICS_CACHE = Duration.ofSeconds(10);

  /** Longer than any single call of the engine may take by its own bounds. */
  private static final Duration STORE_LIMIT = Duration.ofSeconds(90);

  /** A server that starts under a small CPU cap takes minutes. */
  private static final Duration CLOUD_LIMIT = Duration.ofMinutes(6);

  @Override
  public ClusterConnection connect(Configuration configuration) throws PortException {
    EngineSettings settings = configuration.engine();
    ExcludedTables excluded = ExcludedTables.of(settings.excludeTables(), HBaseEngine::tableId);
    Optional<Path> local = configuration.cloud().directory();
    // before the store is reached: what fails here leaves nothing open, however often it is tried
    LocalCloud cloud =
        local.isPresent() ? new LocalCloud(LocalDeployment.in(local.get()), progress) : null;
    HBaseEngine hbase =
        HBaseEngine.connect(
            address(settings),
            new Limits(settings.connectTimeout(), settings.scrapeTimeout()),
            startKeys(configuration));
    tellAbsent(excluded, hbase);
    if (cloud != null) {
      return connection(configuration, hbase, excluded, cloud, cloud);
    }
    return connection(configuration, hbase, excluded, new NoCloud(), hbase.hosts());
  }

  private void tellAbsent(ExcludedTables excluded, HBaseEngine hbase) throws PortException {
    if (excluded.isEmpty()) {
      return;
    }
    try {
      excluded.absentFrom(hbase.settings().ofTables().keySet()).forEach(progress);
    } catch (PortException | RuntimeException e) {
      hbase.close();
      throw e;
    }
  }

  @Override
  public void check(Configuration configuration) {
    HBaseEngine.check(address(configuration.engine()));
  }

  private static HBaseAddress address(EngineSettings settings) {
    return new HBaseAddress(settings.quorum(), settings.znodeParent(), settings.properties());
  }

  /** What nodes were started with matters where they may be restarted for other settings. */
  private static Set<String> startKeys(Configuration configuration) {
    return configuration
        .policies()
        .tuning()
        .filter(PolicyReviewer::restarts)
        .map(reviewer -> reviewer.shelf().startKeys())
        .orElse(Set.of());
  }

  /** What can be set in HBase, and does not go together. */
  public static ParameterCatalogue catalogue() {
    return CatalogueFile.shipped(HBaseEngine.catalogue());
  }

  /** The policies that come with HBase's engine. */
  public static List<Policy> policies() {
    return PolicyLibrary.shipped(HBaseEngine.policies(), catalogue());
  }

  private static ClusterConnection connection(
      Configuration configuration,
      HBaseEngine hbase,
      ExcludedTables excluded,
      Cloud cloud,
      HostMetrics hosts) {
    Ports all =
        new Ports(WithoutTables.of(hbase, excluded.tables()), Facets.of(hbase), hbase, cloud);
    // inside the bounds on time: nothing may wait between the claim's confirmation and the change
    Ports ports = new Patience(STORE_LIMIT, CLOUD_LIMIT).with(new Fence().around(all));
    return new ClusterConnection(
        configuration,
        HBaseWords.WORDS,
        ports,
        hosts,
        new StoreParameters(catalogue(), hbase.settings()),
        METRICS_CACHE,
        hbase.tables());
  }
}
