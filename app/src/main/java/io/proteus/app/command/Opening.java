package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.EngineWords;
import io.proteus.controller.configuration.Configuration;
import io.proteus.core.port.PortException;

/** Reaches a cluster, and says first which one, as that may take a while. */
final class Opening {
  private Opening() {}

  static ClusterConnection of(Configuration configuration, Environment environment)
      throws PortException {
    environment
        .screen()
        .err()
        .println(
            "Connecting to %s cluster %s at %s"
                .formatted(
                    EngineWords.of(configuration.engine().type()).store(),
                    configuration.clusterName(),
                    configuration.extensions().engine().address()));
    environment.screen().err().flush();
    return environment.connector().connect(configuration);
  }
}
