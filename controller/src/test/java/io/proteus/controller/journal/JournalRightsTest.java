package io.proteus.controller.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalRightsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path folder;

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void write(Path file) throws JournalException, IOException {
    try (SqliteJournal journal = SqliteJournal.open(file, Duration.ofDays(1))) {
      journal.append(NOW, new JournalEvent.ClaimTaken(1));
      for (String part : List.of("", "-wal", "-shm")) {
        assertThat(rights(Path.of(file + part))).as(part).isEqualTo("rw-------");
      }
    }
  }

  @Test
  void aNewJournalAndItsFoldersAreForTheirOwnerAlone() throws Exception {
    Path file = folder.resolve("proteus-data/shop/journal.db");

    write(file);

    assertThat(rights(file.getParent())).isEqualTo("rwx------");
    assertThat(rights(file.getParent().getParent())).isEqualTo("rwx------");
    assertThat(JournalRights.remark(file)).isEmpty();
  }

  @Test
  void aFolderOfOthersStaysAsItIsAndIsTold() throws Exception {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path file = shared.resolve("journal.db");
    assertThat(JournalRights.remark(file)).as("nothing is there to be read").isEmpty();

    write(file);

    assertThat(rights(shared)).isEqualTo("rwxr-xr-x");
    assertThat(JournalRights.remark(file))
        .hasValueSatisfying(
            told -> assertThat(told).contains("rwxr-xr-x", "chmod 700 " + shared, "journal.file"));
  }

  @Test
  void aJournalOfAnEarlierReleaseIsNarrowedAndReadOn() throws Exception {
    Path file = folder.resolve("journal.db");
    write(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    write(file);

    try (SqliteJournal journal = SqliteJournal.openToRead(file)) {
      assertThat(journal.last(10)).hasSize(2);
    }
  }
}
