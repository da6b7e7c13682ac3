package io.proteus.simulator.arena;

import io.proteus.simulator.run.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** A hash of the classes that play a cluster on which nobody acts. */
final class SimulatorClasses {
  /** Folders and files below the package of the simulator. */
  private static final List<String> PLAYING =
      List.of(
          "model/",
          "world/",
          "fault/",
          "scenario/",
          "run/Simulation.",
          "run/Curves",
          "run/Resizes",
          "arena/Oracle",
          "arena/Service",
          "arena/Tally");

  private static final int LENGTH = 16;

  private SimulatorClasses() {}

  static String hash() {
    try {
      URI place = Simulation.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path at = Path.of(place);
      if (Files.isDirectory(at)) {
        return hash(at);
      }
      try (FileSystem jar = FileSystems.newFileSystem(at)) {
        return hash(jar.getPath("/"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the classes of the simulator cannot be read", e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("classes are at a URI", e);
    }
  }

  private static String hash(Path root) throws IOException {
    Path simulator = root.resolve("io/proteus/simulator");
    MessageDigest digest = sha256();
    try (Stream<Path> files = Files.walk(simulator)) {
      for (Path file : files.filter(f -> plays(simulator, f)).sorted().toList()) {
        digest.update(Files.readAllBytes(file));
      }
    }
    return shortened(digest);
  }

  private static boolean plays(Path simulator, Path file) {
    String name = simulator.relativize(file).toString().replace('\\', '/');
    return name.endsWith(".class") && PLAYING.stream().anyMatch(name::startsWith);
  }

  static String hash(byte[] content) {
    MessageDigest digest = sha256();
    digest.update(content);
    return shortened(digest);
  }

  private static String shortened(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest()).substring(0, LENGTH);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
