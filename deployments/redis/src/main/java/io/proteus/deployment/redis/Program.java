package io.proteus.deployment.redis;

import io.proteus.core.port.PortException;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The server that a cluster is made of.
 *
 * @param path of the program
 * @param properties of all servers, in their own keys
 * @param cores that each may use; null is no cap
 */
public record Program(
    String path, int firstPort, Map<String, String> properties, @Nullable Double cores) {
  static final String FILE = "redis.properties";
  private static final String PROGRAM = "program";
  private static final String CORES = "cores";
  private static final String PORT = "firstPort";
  private static final String OWN = "set.";

  /** A program that no cluster has yet. */
  public static Program of(String path) {
    return new Program(path, 0, Map.of(), null);
  }

  /** The same, each server of which may use so much. */
  public Program capped(@Nullable Double most) {
    return new Program(path, firstPort, properties, most);
  }

  /** The server that is on the PATH: Valkey's before Redis's. */
  public static Program onThisMachine() throws PortException {
    for (String name : List.of("valkey-server", "redis-server")) {
      Optional<String> found = find(name);
      if (found.isPresent()) {
        return of(found.get());
      }
    }
    throw new PortException(
        "neither valkey-server nor redis-server is on the PATH. Install one of them, such as with"
            + " apt-get install redis-server.");
  }

  /** A program on the PATH. */
  public static Optional<String> find(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Arrays.stream(path.split(File.pathSeparator)), Stream.of("/usr/bin"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  static Program read(Path folder) throws PortException {
    Properties file = new Properties();
    try (Reader in = Files.newBufferedReader(folder.resolve(FILE))) {
      file.load(in);
    } catch (IOException e) {
      throw new PortException(
          "%s holds no cluster. Make one with `proteus local up --store redis`.".formatted(folder),
          e);
    }
    Map<String, String> own = new TreeMap<>();
    file.stringPropertyNames().stream()
        .filter(key -> key.startsWith(OWN))
        .forEach(key -> own.put(key.substring(OWN.length()), file.getProperty(key)));
    return new Program(
        file.getProperty(PROGRAM, "redis-server"),
        Integer.parseInt(file.getProperty(PORT, "7001")),
        own,
        file.containsKey(CORES) ? Double.valueOf(file.getProperty(CORES)) : null);
  }

  void write(Path folder, int port, Map<String, String> own) throws PortException {
    Properties file = new Properties();
    file.setProperty(PROGRAM, path);
    file.setProperty(PORT, Integer.toString(port));
    if (cores != null) {
      file.setProperty(CORES, Double.toString(cores));
    }
    own.forEach((key, value) -> file.setProperty(OWN + key, value));
    try {
      Files.createDirectories(folder.resolve("data"));
      try (Writer out = Files.newBufferedWriter(folder.resolve(FILE))) {
        file.store(out, null);
      }
    } catch (IOException e) {
      throw new PortException("%s: cannot be written (%s).".formatted(folder, e), e);
    }
  }

  /** The settings of a server. */
  Map<String, String> settings(Path home, int port, Map<String, String> own) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("port", Integer.toString(port));
    settings.put("bind", "127.0.0.1");
    settings.put("dir", home.toString());
    settings.put("cluster-enabled", "yes");
    settings.put("cluster-config-file", "nodes.conf");
    settings.put("cluster-node-timeout", "3000");
    // one that was emptied stays a primary, which slots may come back to
    settings.put("cluster-allow-replica-migration", "no");
    settings.put("appendonly", "yes");
    settings.put("save", "\"\"");
    if (path.contains("valkey")) {
      settings.put("cluster-slot-stats-enabled", "yes");
    }
    settings.putAll(own);
    return settings;
  }
}
