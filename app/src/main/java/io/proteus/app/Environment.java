package io.proteus.app;

import io.proteus.app.cluster.ClusterTime;
import io.proteus.app.cluster.Connector;
import io.proteus.app.cluster.StoreConnector;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Time;
import java.nio.file.Path;

/**
 * What surrounds a command.
 *
 * @param screen where it writes and asks
 * @param home the folder of Proteus itself: the jars of local daemons and of the plugin are there
 * @param folder the working folder, in which proteus.yaml is looked for
 * @param connector how a cluster is reached
 * @param time what time it is, and how it passes
 */
public record Environment(Screen screen, Path home, Path folder, Connector connector, Time time) {

  /** The same, on the time on which a cluster lives. */
  public Environment at(Configuration cluster) {
    return new Environment(screen, home, folder, connector, ClusterTime.of(cluster, time));
  }

  public static Environment ofProcess() {
    Screen screen = Screen.ofProcess();
    return new Environment(
        screen,
        Path.of(System.getProperty("proteus.home", ".")).toAbsolutePath().normalize(),
        Path.of("").toAbsolutePath(),
        new StoreConnector(line -> screen.err().println("  " + line)),
        Time.ofTheDay());
  }
}
