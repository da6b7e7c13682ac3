package io.proteus.controller.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedLibraryTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @TempDir private Path root;
  private Path folder;
  private Path temporary;

  @BeforeEach
  void makeFolders() throws IOException {
    folder = Files.createDirectory(root.resolve("journal"));
    temporary = Files.createDirectory(root.resolve("tmp"));
  }

  @Test
  void aKilledProcessLeavesItBesideItsJournalWhereTheNextOneDeletesIt() throws Exception {
    openAndKill();
    List<Path> left = unpacked();
    assertThat(left).as("the library and its mark").hasSize(2);
    for (Path file : left) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    }

    openAndKill();

    assertThat(unpacked()).hasSize(2).doesNotContainAnyElementsOf(left);
    try (Stream<Path> inTemporary = Files.list(temporary)) {
      assertThat(inTemporary).isEmpty();
    }
  }

  @Test
  void whatIsYoungOrOfSomethingElseStays() throws IOException {
    file("sqlite-3.54-old-libsqlitejdbc.so", Duration.ofHours(2));
    file("sqlite-3.54-old-libsqlitejdbc.so.lck", Duration.ofHours(2));
    Path young = file("sqlite-3.54-young-libsqlitejdbc.so", Duration.ofMinutes(1));
    Path journal = file("journal.db", Duration.ofDays(9));

    UnpackedLibrary.sweep(folder, NOW);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(young, journal);
    }
  }

  private Path file(String name, Duration age) throws IOException {
    Path file = Files.createFile(folder.resolve(name));
    return Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
  }

  private List<Path> unpacked() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith("sqlite-")).toList();
    }
  }

  private void openAndKill() throws Exception {
    Path out = root.resolve("out");
    Files.deleteIfExists(out);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                folder.resolve("journal.db").toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> Files.readString(out).contains("opened") || !process.isAlive());
      assertThat(process.isAlive()).as(Files.readString(out)).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** A process with a journal, to be killed. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      try (SqliteJournal journal = SqliteJournal.open(Path.of(arguments[0]), Duration.ofDays(1))) {
        System.out.println("opened " + journal.last(1).size());
        TimeUnit.MINUTES.sleep(5);
      }
    }
  }
}
