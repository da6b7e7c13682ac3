package io.proteus.engine.file;

import io.proteus.core.port.ClaimNotes;
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
import org.jspecify.annotations.Nullable;

/**
 * What an engine keeps of a cluster outside of it, as keys and values in a file: who has claimed
 * the cluster, and what the engine has begun. One process at a time changes the file.
 *
 * <p>Where the claim lies elsewhere, what the engine has begun is noted there, too: whoever claims
 * the cluster next need not see this file.
 */
public final class Notes implements ClaimNotes {
  private static final Object IN_THIS_PROCESS = new Object();

  private final Path file;
  private final Path lock;
  private volatile @Nullable ClaimNotes elsewhere;

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

  /** From here on all is noted beside a claim, and the file is left as it is. */
  void moveTo(ClaimNotes claim) {
    elsewhere = claim;
  }

  @Override
  public Map<String, String> read() throws PortException {
    ClaimNotes other = elsewhere;
    return other == null ? change(all -> all) : other.read();
  }

  @Override
  public Map<String, String> change(UnaryOperator<Map<String, String>> change)
      throws PortException {
    ClaimNotes other = elsewhere;
    return other == null ? changeFile(change) : other.change(change);
  }

  private Map<String, String> changeFile(UnaryOperator<Map<String, String>> change)
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
