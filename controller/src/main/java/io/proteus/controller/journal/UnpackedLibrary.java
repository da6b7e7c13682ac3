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
 * The folder where SQLite's driver unpacks its library. By default the driver uses {@code /tmp},
 * where each killed Proteus leaves a megabyte for good. Beside the journal, the next Proteus finds
 * and deletes it.
 */
final class UnpackedLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(UnpackedLibrary.class);

  /** The driver's own property; a value that somebody has set stays. */
  private static final String PLACE = "org.sqlite.tmpdir";

  /** The driver's file names, with the mark of a process that did not end in order. */
  private static final Pattern UNPACKED = Pattern.compile("sqlite-.*libsqlitejdbc\\.so(\\.lck)?");

  /**
   * Another process may be about to load what it has just unpacked; what it has loaded may go, as a
   * deleted file stays where it is mapped.
   */
  private static final Duration NEWEST = Duration.ofHours(1);

  private UnpackedLibrary() {}

  /**
   * Lets the driver load the library from a folder, or from its default if the folder allows no
   * loading (mounted noexec). It has no effect once the library is loaded.
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
