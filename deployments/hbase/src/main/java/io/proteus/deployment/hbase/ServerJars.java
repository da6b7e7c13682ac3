package io.proteus.deployment.hbase;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jars that the daemons run on; never on Proteus's own class path.
 *
 * @param jars entries of the class path, in order; {@code dir/*} stands for all jars of a folder
 * @param folders further entries that are no jars: classes of ours, pages of an installed HBase
 * @param archives where class archives of these jars are kept
 */
public record ServerJars(List<String> jars, List<String> folders, String archives) {

  /** The folder where the build puts HBase's jars and our own classes for the daemons. */
  private static final String BUILT = "deployments/hbase-server/target";

  private static final String OUR_CLASS =
      "io/proteus/deployment/hbase/server/SourceBindingSocketFactory.class";

  /** The name of a jar without its variant: {@code hbase-server-2.6.4-hadoop3.jar}. */
  private static final Pattern HBASE_JAR =
      Pattern.compile(
          "hbase-server-(\\d+(?:\\.\\d+)*(?:-(?!hadoop|tests)\\w+)*)(?:-hadoop\\d+)?\\.jar");

  public ServerJars {
    jars = List.copyOf(jars);
    folders = List.copyOf(folders);
  }

  /**
   * @param proteusHome the folder of Proteus itself
   * @param hbaseHome an installed HBase to run instead of the one that was built with Proteus
   */
  public static ServerJars find(Path proteusHome, @Nullable Path hbaseHome) throws PortException {
    Path built = proteusHome.toAbsolutePath().normalize().resolve(BUILT);
    Path classes = built.resolve("classes");
    if (!Files.exists(classes.resolve(OUR_CLASS))) {
      throw new PortException(
          "HBase daemons: %s is missing from %s. Run `mvn -DskipTests package` in %s."
              .formatted(OUR_CLASS, classes, proteusHome.toAbsolutePath().normalize()));
    }
    String archives = built.resolve("archives").toString();
    if (hbaseHome != null) {
      Path home = hbaseHome.toAbsolutePath().normalize();
      // the installation's own folder holds its pages (hbase-webapps)
      return new ServerJars(
          installed(home), List.of(classes.toString(), home.toString()), archives);
    }
    return new ServerJars(built(built.resolve("lib")), List.of(classes.toString()), archives);
  }

  /** HBase's version from the names of its jars: {@code 2.6.4}; empty where none tells. */
  public Optional<String> hbaseVersion() throws PortException {
    for (String entry : jars) {
      Path folder = Path.of(entry).getParent();
      for (String name : folder == null ? List.<String>of() : names(folder)) {
        Matcher jar = HBASE_JAR.matcher(name);
        if (jar.matches()) {
          return Optional.of(jar.group(1));
        }
      }
    }
    return Optional.empty();
  }

  private static List<String> built(Path lib) throws PortException {
    if (!hasJar(lib, "hbase-server-")) {
      throw new PortException(
          "HBase daemons: no hbase-server jar in %s. Run `mvn -DskipTests package`, or set HBASE_HOME to an installed HBase."
              .formatted(lib));
    }
    return List.of(lib + "/*");
  }

  private static List<String> installed(Path home) throws PortException {
    Path lib = home.resolve("lib");
    if (!hasJar(lib, "hbase-server-")) {
      throw new PortException(
          "HBASE_HOME: no hbase-server jar in %s. Want the folder of an unpacked HBase 2.5 or 2.6."
              .formatted(lib));
    }
    if (!hasJar(lib, "hadoop-hdfs-3") && !hasJar(lib, "hadoop-hdfs-2")) {
      throw new PortException(
          "HBASE_HOME: no hadoop-hdfs jar in %s, so there is no NameNode to start. Unset HBASE_HOME to use the jars that Proteus was built with."
              .formatted(lib));
    }
    return List.of(lib + "/*", lib + "/client-facing-thirdparty/*");
  }

  private static boolean hasJar(Path folder, String prefix) throws PortException {
    return names(folder).stream()
        .anyMatch(name -> name.startsWith(prefix) && name.endsWith(".jar"));
  }

  private static List<String> names(Path folder) throws PortException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new PortException("%s: cannot be read (%s).".formatted(folder, e), e);
    }
  }
}
