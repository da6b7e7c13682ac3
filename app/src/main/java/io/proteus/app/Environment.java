package io.proteus.app;

import io.proteus.app.cluster.Connector;
import io.proteus.app.cluster.StoreConnector;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What surrounds a command.
 *
 * @param screen where it writes and asks
 * @param home the folder of Proteus itself: the jars of local daemons and of the plugin are there
 * @param folder the working folder, in which proteus.yaml is looked for
 * @param connector how a cluster is reached
 * @param clock what time it is
 * @param pause lets time pass between two looks at a cluster
 */
public record Environment(
    Screen screen, Path home, Path folder, Connector connector, InstantSource clock, Pause pause) {

  /** Lets time pass. */
  @FunctionalInterface
  public interface Pause {
    void sleep(Duration length) throws InterruptedException;
  }

  public static Environment ofProcess() {
    Screen screen = Screen.ofProcess();
    return new Environment(
        screen,
        Path.of(System.getProperty("proteus.home", ".")).toAbsolutePath().normalize(),
        Path.of("").toAbsolutePath(),
        new StoreConnector(line -> screen.err().println("  " + line)),
        InstantSource.system(),
        length -> Thread.sleep(length.toMillis()));
  }
}
