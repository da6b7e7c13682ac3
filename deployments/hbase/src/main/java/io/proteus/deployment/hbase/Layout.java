package io.proteus.deployment.hbase;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is where in a cluster's directory.
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

  /** Of the cluster that a folder holds the state of; empty where it is of something else. */
  static Optional<Path> rootOf(Path state) {
    return state.endsWith(STATE) ? Optional.ofNullable(state.getParent()) : Optional.empty();
  }

  Path conf(String daemon) {
    return root.resolve("conf").resolve(daemon);
  }

  Path data(String name) {
    return root.resolve("data").resolve(name);
  }

  /** What the daemons' JVMs unpack, which one that is killed leaves behind. */
  Path temporary() {
    return data("jvm");
  }

  Path logs() {
    return root.resolve("logs");
  }

  /** What a daemon logs. */
  Path log(String daemon) {
    return logs().resolve(daemon + ".log");
  }

  /** What a daemon prints, its JVM's last words included. */
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
