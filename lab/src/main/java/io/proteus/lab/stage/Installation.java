package io.proteus.lab.stage;

import io.proteus.core.port.PortException;
import io.proteus.deployment.hbase.ServerJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What lies beside the command: the jars that local daemons run on.
 *
 * @param home folder that Proteus was built in
 */
public record Installation(Path home) {

  /** HBase's and HDFS's own jars, those of {@code HBASE_HOME} where that is set. */
  public ServerJars serverJars() throws PortException {
    return ServerJars.find(home, installed(System.getenv("HBASE_HOME")));
  }

  /** Null where it is not set, or to nothing, as a script does that means to unset it. */
  static @Nullable Path installed(@Nullable String hbaseHome) {
    return hbaseHome == null || hbaseHome.isBlank() ? null : Path.of(hbaseHome);
  }

  /** Our plugin for RegionServers, as a package or else a checkout has it. */
  public Path pluginJar() throws PortException {
    Path packaged = home.resolve("lib");
    Path lib = Files.isDirectory(packaged) ? packaged : home.resolve("lab/target/lib");
    try (Stream<Path> jars = Files.list(lib)) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith("proteus-hbase-plugin-"))
          .min(Comparator.naturalOrder())
          .orElseThrow(() -> missing(lib));
    } catch (IOException unreadable) {
      throw missing(lib);
    }
  }

  private static PortException missing(Path lib) {
    return new PortException(
        "the plugin: no proteus-hbase-plugin jar in %s. Start Proteus by its script ./proteus, which builds it, or give --without-plugin."
            .formatted(lib));
  }
}
