package io.proteus.engine.file;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;

/**
 * What an engine keeps of a cluster outside of it, as keys and values in a file: who has claimed
 * the cluster, and what the engine has begun. One process at a time changes the file.
 */
public final class Notes {
  private static final Object IN_THIS_PROCESS = new Object();

  private final Path file;
  private final Path lock;

  /**
   * @param folder is made where it is not there; all Proteus of a cluster need the same
   * @param cluster names the file
   * @throws PortException if the folder cannot be made
   */
  public Notes(Path folder, String cluster) throws PortException {
    String name = cluster.replaceAll("[^A-Za-z0-9.-]", "_");
    this.file = folder.resolve(name + ".properties");
    this.lock = folder.resolve(name + ".lock");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new PortException("engine.directory: %s cannot be made (%s).".formatted(folder, e), e);
    }
  }

  /** What is noted now. */
  public Map<String, String> read() throws PortException {
    return change(all -> all);
  }

  /** Changes what is noted, as one step, and answers what is noted then. */
  public Map<String, String> change(UnaryOperator<Map<String, String>> change)
      throws PortException {
    synchronized (IN_THIS_PROCESS) {
      try (FileChannel channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock alone = channel.lock()) {
        Map<String, String> before = load();
        Map<String, String> after = change.apply(new HashMap<>(before));
        if (alone.isValid() && !after.equals(before)) {
          save(after);
        }
        return after;
      } catch (IOException e) {
        throw new PortException("engine.directory: %s cannot be kept (%s).".formatted(file, e), e);
      }
    }
  }

  private Map<String, String> load() throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(Files.readString(file)));
    } catch (NoSuchFileException e) {
      return Map.of();
    }
    Map<String, String> all = new HashMap<>();
    properties.stringPropertyNames().forEach(key -> all.put(key, properties.getProperty(key)));
    return all;
  }

  private void save(Map<String, String> all) throws IOException {
    Properties properties = new Properties();
    properties.putAll(all);
    StringWriter text = new StringWriter();
    properties.store(text, null);
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, text.toString());
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
