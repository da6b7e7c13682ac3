package io.proteus.deployment.hbase;

import io.proteus.cloud.local.DurableFile;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The classes that the daemons load, in the form that a JVM has in memory (class data sharing):
 * with it they take about half of the CPU time to start, and a capped RegionServer restarts in half
 * of the time.
 *
 * <p>The first start of a cluster records which classes each kind of daemon loads, the next one
 * makes the archive for these jars, all later ones use it. A JVM that it does not fit ignores it.
 */
final class ClassArchive {

  /** One daemon of each kind. */
  private static final Set<String> RECORDED =
      Set.of(Daemons.ZOOKEEPER, Daemons.NAME_NODE, Daemons.MASTER, "dn1", "rs1");

  /** Our own classes lie in a folder, which an archive must not refer to. */
  private static final String OURS = "io/proteus/";

  private final Path lists;
  private final Path built;
  private final Path folder;

  ClassArchive(Layout layout, ServerJars jars) {
    this.lists = layout.classes();
    int key = Objects.hash(jars.jars(), System.getProperty("java.vm.version"));
    this.built = Path.of(jars.archives()).resolveSibling("");
    this.folder = Path.of(jars.archives()).resolve("%08x".formatted(key));
  }

  /** The JVM options of a daemon. */
  List<String> options(String daemon) {
    if (Files.exists(archive())) {
      return List.of("-XX:SharedArchiveFile=" + archive());
    }
    return RECORDED.contains(daemon)
        ? List.of("-XX:DumpLoadedClassList=" + lists.resolve(daemon + ".list"))
        : List.of();
  }

  /** Whether it is known which classes to put into an archive that does not exist yet. */
  boolean canBeMade() {
    return !Files.exists(archive()) && Files.exists(recorded()) && isWritable();
  }

  /** The JVM options for making the archive. */
  List<String> dumpOptions() {
    return List.of(
        "-Xshare:dump",
        "-XX:SharedClassListFile=" + recorded(),
        "-XX:SharedArchiveFile=" + draft());
  }

  /**
   * Puts the archive that was made into its place, or forgets what it could not be made from.
   *
   * @return whether there is an archive now
   */
  boolean finish(boolean ended) throws PortException {
    try {
      if (!ended || !Files.exists(draft())) {
        Files.deleteIfExists(draft());
        Files.deleteIfExists(recorded());
        return false;
      }
      Files.move(draft(), archive(), StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (IOException e) {
      throw new PortException("class archive %s: %s.".formatted(archive(), e), e);
    }
  }

  /** Keeps which classes were loaded, when that was recorded and is not known yet. */
  void keepLists() throws PortException {
    if (Files.exists(archive()) || Files.exists(recorded()) || !isWritable()) {
      return;
    }
    Set<String> classes = new LinkedHashSet<>();
    try (Stream<Path> files = Files.list(lists)) {
      for (Path file : files.sorted().toList()) {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        // the daemon is still writing: its last line may not be whole
        text.substring(0, text.lastIndexOf('\n') + 1)
            .lines()
            .filter(line -> !line.startsWith("#") && !line.contains(OURS))
            .forEach(classes::add);
      }
    } catch (IOException e) {
      throw new PortException("%s: cannot be read (%s).".formatted(lists, e), e);
    }
    if (!classes.isEmpty()) {
      DurableFile.write(recorded(), String.join("\n", classes) + "\n");
    }
  }

  /** An installation that others share may be read only; then there is no archive. */
  private boolean isWritable() {
    return Files.isWritable(Files.isDirectory(folder) ? folder : built);
  }

  private Path recorded() {
    return folder.resolve("classes.list");
  }

  private Path archive() {
    return folder.resolve("classes.jsa");
  }

  private Path draft() {
    return folder.resolve("classes.jsa.draft." + ProcessHandle.current().pid());
  }
}
