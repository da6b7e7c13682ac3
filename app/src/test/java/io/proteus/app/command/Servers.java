package io.proteus.app.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The programs that may serve a cluster of slots here. */
final class Servers {
  static final String REDIS = "redis-server";
  private static final String VALKEY = "valkey-server";

  private Servers() {}

  /** Valkey's; where this machine has none, as {@code ./verify} says, Redis's. */
  static String valkeyOrRedis() {
    boolean there =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, VALKEY)));
    if (!there) {
      System.out.println("LEFT OUT: Valkey, which is not installed; Redis is in its place");
    }
    return there ? VALKEY : REDIS;
  }
}
