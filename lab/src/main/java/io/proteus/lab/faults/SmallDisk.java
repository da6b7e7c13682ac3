package io.proteus.lab.faults;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A disk of a few megabytes in memory (Linux's tmpfs) that can be filled to the last byte. */
final class SmallDisk implements AutoCloseable {
  private static final String SIZE = "size=8m";
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(20);
  private static final String FILLER = "filler";

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Why there can be none on this machine; empty when there can. */
  static Optional<String> objection() throws IOException, InterruptedException {
    Path trial = Files.createTempDirectory("proteus-disk");
    try {
      mount(trial).close();
      return Optional.empty();
    } catch (PortException e) {
      return Optional.ofNullable(e.getMessage());
    } finally {
      Files.deleteIfExists(trial);
    }
  }

  /** Puts an empty one at a folder. */
  static SmallDisk mount(Path folder) throws PortException, IOException, InterruptedException {
    Files.createDirectories(folder);
    run(List.of("mount", "-t", "tmpfs", "-o", SIZE, "proteus-faults", folder.toString()));
    return new SmallDisk(folder);
  }

  private static void run(List<String> command)
      throws PortException, IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    if (!process.waitFor(ANSWERS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new PortException("%s: no answer".formatted(String.join(" ", command)));
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.exitValue() != 0) {
      throw new PortException("%s: %s".formatted(String.join(" ", command), said.strip()));
    }
  }

  /** Takes all the room there is. */
  void fill() {
    byte[] block = new byte[4096];
    try (OutputStream filler = Files.newOutputStream(folder.resolve(FILLER))) {
      while (true) {
        filler.write(block);
      }
    } catch (IOException full) {
      // that was wanted
    }
  }

  void makeRoom() throws IOException {
    Files.deleteIfExists(folder.resolve(FILLER));
  }

  /** Leaves what is on it in another folder, and takes it away. */
  void close(Path kept) throws PortException, IOException, InterruptedException {
    Files.createDirectories(kept);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, kept.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    close();
  }

  @Override
  public void close() throws PortException, IOException, InterruptedException {
    run(List.of("umount", folder.toString()));
  }
}
