package io.proteus.controller.journal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who may read a journal: its owner alone, as it tells the names of tables, hosts and people. What
 * SQLite puts beside it gets the same rights as the file itself.
 */
public final class JournalRights {
  private static final Logger LOG = LoggerFactory.getLogger(JournalRights.class);
  private static final Set<PosixFilePermission> OWNERS_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private JournalRights() {}

  /**
   * Makes the file and its folder where there are none; a file of before is narrowed. What root
   * makes goes to the owner of the nearest folder that is there: a service's user could not open it
   * otherwise.
   */
  static void prepare(Path file) throws IOException {
    Ownership kept = Ownership.of(file);
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      makeFolder(folder);
    }
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNERS_FILE));
      kept.give(file);
    } catch (FileAlreadyExistsException e) {
      for (String part : List.of("", "-wal", "-shm")) {
        narrow(Path.of(file + part));
      }
    }
  }

  /**
   * Makes a folder with those above it that are missing, for their owner alone, who is that of the
   * nearest folder that is there.
   */
  public static void makeFolder(Path folder) throws IOException {
    Ownership kept = Ownership.of(folder);
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = folder.toAbsolutePath();
        at != null && !Files.isDirectory(at);
        at = at.getParent()) {
      missing.push(at);
    }
    for (Path made : missing) {
      Files.createDirectories(made, OWNERS_FOLDER); // another process may make it meanwhile
      kept.give(made);
    }
  }

  private static void narrow(Path file) {
    try {
      if (Files.isRegularFile(file) && isOpen(file)) {
        Files.setPosixFilePermissions(file, OWNERS_FILE);
        LOG.info("{} could be read by others, and is for its owner alone from here on", file);
      }
    } catch (IOException e) { // another's
      LOG.warn("{} can be read by others: {}", file, e.getMessage());
    }
  }

  /** What to say of a journal's folder that others may read, which is theirs to change. */
  public static Optional<String> remark(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder == null || !Files.exists(file) || !isOpen(folder)) {
        return Optional.empty();
      }
      return Optional.of(
          "journal.file: its folder %s is open to others (%s). `chmod 700 %s` closes it."
              .formatted(
                  folder,
                  PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)),
                  folder));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isOpen(Path path) throws IOException {
    return Files.getPosixFilePermissions(path).stream().anyMatch(OF_OTHERS::contains);
  }
}
