package io.proteus.controller.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Where SQLite's library is unpacked to be loaded. Its driver takes the machine's {@code /tmp}, in
 * which each Proteus that is killed leaves a megabyte for good; beside a journal the next one finds
 * and deletes it.
 */
final class UnpackedLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(UnpackedLibrary.class);

  /** The driver's own; whoever has set it knows why. */
  private static final String PLACE = "org.sqlite.tmpdir";

  /** As the driver names it, with the mark that its process has not ended in order. */
  private static final Pattern UNPACKED = Pattern.compile("sqlite-.*libsqlitejdbc\\.so(\\.lck)?");

  /**
   * Another process may be about to load what it has just unpacked; what it has loaded may go, as a
   * deleted file stays where it is mapped.
   */
  private static final Duration NEWEST = Duration.ofHours(1);

  private UnpackedLibrary() {}

  /**
   * Has the library loaded from a folder, or from where the driver likes if nothing can be loaded
   * from there (it is mounted noexec). Without effect once it is loaded.
   */
  static synchronized void in(Path folder, Instant now) {
    sweep(folder, now);
    if (System.getProperty(PLACE) != null || !Files.isWritable(folder)) {
      return;
    }
    System.setProperty(PLACE, folder.toString());
    try {
      SQLiteJDBCLoader.initialize();
    } catch (Exception e) { // of no closer kind, by its signature
      System.clearProperty(PLACE);
      LOG.info("SQLite's library cannot be loaded from {}: {}", folder, e.getMessage());
    }
  }

  /** Deletes what killed processes left, as far as that can be. */
  static void sweep(Path folder, Instant now) {
    FileTime newest = FileTime.from(now.minus(NEWEST));
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (UNPACKED.matcher(file.getFileName().toString()).matches()
            && Files.getLastModifiedTime(file).compareTo(newest) < 0) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      LOG.debug("What was unpacked into {} stays: {}", folder, e.getMessage());
    }
  }
}
