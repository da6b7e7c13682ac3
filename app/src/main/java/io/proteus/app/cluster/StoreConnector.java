package io.proteus.app.cluster;

import io.proteus.app.rendering.Vocabulary;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.EngineSettings;
import io.proteus.core.port.Engine;
import io.proteus.core.port.PortException;
import io.proteus.deployment.hbase.LocalCloud;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.engine.hbase.HBaseAddress;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.engine.hbase.Limits;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reaches real clusters: the one place that knows every engine and every cloud.
 *
 * @param progress told what a cloud is doing
 */
public record StoreConnector(Consumer<String> progress) implements Connector {

  @Override
  public ClusterConnection connect(Configuration configuration) throws PortException {
    EngineSettings settings = configuration.engine();
    HBaseEngine engine =
        HBaseEngine.connect(
            new HBaseAddress(settings.quorum(), settings.znodeParent(), settings.properties()),
            new Limits(settings.connectTimeout(), settings.scrapeTimeout()));
    Engine managed = WithoutTables.of(engine, settings.excludeTables());
    Optional<Path> local = configuration.cloud().directory();
    if (local.isPresent()) {
      LocalCloud cloud = new LocalCloud(LocalDeployment.in(local.get()), progress);
      return new ClusterConnection(configuration, Vocabulary.HBASE, managed, cloud, cloud);
    }
    return new ClusterConnection(
        configuration, Vocabulary.HBASE, managed, new NoCloud(), engine.hosts());
  }
}
