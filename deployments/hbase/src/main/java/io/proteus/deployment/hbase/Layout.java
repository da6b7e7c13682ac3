package io.proteus.deployment.hbase;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files of a cluster's directory.
 *
 * @param root absolute
 */
record Layout(Path root) {
  private static final String STATE = "state";

  Path clusterFile() {
    return root.resolve("cluster.json");
  }

  /** Records of processes and caps. */
  Path state() {
    return root.resolve(STATE);
  }

  /**
   * The directory of the cluster whose state a folder holds; empty where it holds something else.
   */
  static Optional<Path> rootOf(Path state) {
    return state.endsWith(STATE) ? Optional.ofNullable(state.getParent()) : Optional.empty();
  }

  Path conf(String daemon) {
    return root.resolve("conf").resolve(daemon);
  }

  Path data(String name) {
    return root.resolve("data").resolve(name);
  }

  /** The folder where the daemons' JVMs unpack files, which a killed one leaves behind. */
  Path temporary() {
    return data("jvm");
  }

  Path logs() {
    return root.resolve("logs");
  }

  /** The log of a daemon. */
  Path log(String daemon) {
    return logs().resolve(daemon + ".log");
  }

  /** The output of a daemon, including the last words of its JVM. */
  Path output(String daemon) {
    return logs().resolve(daemon + ".out");
  }

  /** Which classes daemons loaded. */
  Path classes() {
    return root.resolve("classes");
  }

  /** The folder that stands in for the pages that the published jars lack. */
  Path web() {
    return root.resolve("web");
  }

  Path hosts() {
    return root.resolve("hosts");
  }

  Path logging() {
    return root.resolve("logging");
  }

  /** All that a cluster keeps in its directory. */
  List<Path> everything() {
    return List.of(
        clusterFile(),
        root.resolve("conf"),
        root.resolve("data"),
        logs(),
        classes(),
        web(),
        hosts(),
        logging(),
        state());
  }
}
