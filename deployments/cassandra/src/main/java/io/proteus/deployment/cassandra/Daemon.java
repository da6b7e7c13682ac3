package io.proteus.deployment.cassandra;

import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The daemon that a cluster is made of.
 *
 * @param lib the folder of its jars
 * @param cores that each may use; null is no cap
 * @param memory that each may use, with what the kernel caches of its files; null is no cap
 * @param properties of all nodes, in their own keys
 */
public record Daemon(
    Path lib, @Nullable Double cores, @Nullable ByteSize memory, Map<String, String> properties) {
  static final String FILE = "cassandra.properties";
  private static final String LIB = "lib";
  private static final String CORES = "cores";
  private static final String MEMORY = "memory";
  private static final String OWN = "set.";

  public Daemon {
    lib = lib.toAbsolutePath().normalize();
    properties = Map.copyOf(properties);
  }

  /** Without a cap on its memory. */
  public Daemon(Path lib, @Nullable Double cores, Map<String, String> properties) {
    this(lib, cores, null, properties);
  }

  static Daemon read(Path folder) throws PortException {
    Properties file = new Properties();
    try (Reader in = Files.newBufferedReader(folder.resolve(FILE))) {
      file.load(in);
    } catch (IOException e) {
      throw new PortException(
          "%s holds no cluster of Cassandra. Make one with `proteus local up --store cassandra`."
              .formatted(folder),
          e);
    }
    Map<String, String> own = new TreeMap<>();
    file.stringPropertyNames().stream()
        .filter(key -> key.startsWith(OWN))
        .forEach(key -> own.put(key.substring(OWN.length()), file.getProperty(key)));
    return new Daemon(
        Path.of(file.getProperty(LIB, "")),
        file.containsKey(CORES) ? Double.valueOf(file.getProperty(CORES)) : null,
        file.containsKey(MEMORY) ? new ByteSize(Long.parseLong(file.getProperty(MEMORY))) : null,
        own);
  }

  void write(Path folder) throws PortException {
    Properties file = new Properties();
    file.setProperty(LIB, lib.toString());
    if (cores != null) {
      file.setProperty(CORES, Double.toString(cores));
    }
    if (memory != null) {
      file.setProperty(MEMORY, Long.toString(memory.bytes()));
    }
    properties.forEach((key, value) -> file.setProperty(OWN + key, value));
    try {
      Files.createDirectories(folder.resolve("data"));
      try (Writer out = Files.newBufferedWriter(folder.resolve(FILE))) {
        file.store(out, null);
      }
    } catch (IOException e) {
      throw new PortException("%s: cannot be written (%s).".formatted(folder, e), e);
    }
  }
}
