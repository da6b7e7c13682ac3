package io.proteus.deployment.cassandra;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The jars that the daemons run on; never on Proteus's own class path. */
public final class CassandraJars {
  private static final String BUILT = "deployments/cassandra-server/target/lib";

  private CassandraJars() {}

  /**
   * The folder of the daemons' jars.
   *
   * @param proteusHome the folder of Proteus itself
   * @param cassandraHome an installed Cassandra to run instead of the one that Proteus was built
   *     with; null or blank where there is none
   */
  public static Path find(Path proteusHome, @Nullable String cassandraHome) throws PortException {
    if (cassandraHome == null || cassandraHome.isBlank()) {
      Path built = proteusHome.toAbsolutePath().normalize().resolve(BUILT);
      if (!areIn(built)) {
        throw new PortException(
            "Cassandra's daemons: no apache-cassandra or cassandra-all jar in %s. Run `mvn -DskipTests package`, or set CASSANDRA_HOME to an installed Cassandra 5."
                .formatted(built));
      }
      return built;
    }
    Path installed = Path.of(cassandraHome).toAbsolutePath().normalize().resolve("lib");
    if (!areIn(installed)) {
      throw new PortException(
          "CASSANDRA_HOME: no apache-cassandra or cassandra-all jar in %s. Want the folder of an unpacked Cassandra 5."
              .formatted(installed));
    }
    return installed;
  }

  private static boolean areIn(Path folder) throws PortException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .anyMatch(name -> name.matches("(apache-cassandra|cassandra-all)-5\\..*\\.jar"));
    } catch (IOException e) {
      throw new PortException("%s: cannot be read (%s).".formatted(folder, e), e);
    }
  }
}
