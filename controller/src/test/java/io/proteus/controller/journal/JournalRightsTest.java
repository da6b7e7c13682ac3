package io.proteus.controller.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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

  private static final String OWNER = "unix:uid";
  private static final String GROUP = "unix:gid";
  private static final int ROOT = 0;
  private static final int SERVICE = 54_321;

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

  /** The first `proteus apply` may be root's, and the service's user goes on with its journal. */
  @Test
  void whatRootMakesIsTheServicesLikeTheFolderThatItIsIn() throws Exception {
    assumeThat(Files.getAttribute(folder, OWNER)).as("only root gives files away").isEqualTo(ROOT);
    Files.setAttribute(folder, OWNER, SERVICE);
    Files.setAttribute(folder, GROUP, SERVICE);
    Path file = folder.resolve("orders/secret/journal.db");

    write(file);

    for (Path made : List.of(folder.resolve("orders"), file.getParent(), file)) {
      assertThat(Files.getAttribute(made, OWNER)).as("%s", made).isEqualTo(SERVICE);
      assertThat(Files.getAttribute(made, GROUP)).as("%s", made).isEqualTo(SERVICE);
    }
  }

  @Test
  void aJournalKeepsItsOwnerThoughTheFolderIsAnothers() throws Exception {
    assumeThat(Files.getAttribute(folder, OWNER)).as("only root gives files away").isEqualTo(ROOT);
    Path file = folder.resolve("journal.db");
    write(file);
    Files.setAttribute(folder, OWNER, SERVICE);

    write(file);

    assertThat(Files.getAttribute(file, OWNER)).isEqualTo(ROOT);
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
