package io.proteus.deployment.hbase;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds in a daemon's own log why it ended. */
final class DaemonLog {

  /** How much of the end of a file is read. */
  private static final int TAIL_BYTES = 256 * 1024;

  private static final int MOST_LINES = 8;

  private static final Pattern TELLING =
      Pattern.compile(
          " (ERROR|FATAL) |^Caused by:|^[\\w.$]+(Exception|Error)\\b|^Error[: ]|^Exception in thread|OutOfMemory|Could not (create|find)");

  private final List<Path> files;

  /**
   * @param files what it logged and what it printed
   */
  DaemonLog(Path... files) {
    this.files = List.of(files);
  }

  /** The last lines that tell a reason; the very last lines when none does. */
  List<String> reason() {
    List<String> lines = files.stream().flatMap(file -> tail(file).lines()).toList();
    Deque<String> telling = new ArrayDeque<>();
    for (String line : lines) {
      if (TELLING.matcher(line).find() && !telling.contains(line)) {
        telling.addLast(line);
      }
    }
    Stream<String> chosen = (telling.isEmpty() ? lines : List.copyOf(telling)).stream();
    List<String> all = chosen.toList();
    return all.subList(Math.max(0, all.size() - MOST_LINES), all.size());
  }

  private static String tail(Path file) {
    if (!Files.isReadable(file)) {
      return "";
    }
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "r")) {
      long start = Math.max(0, opened.length() - TAIL_BYTES);
      byte[] bytes = new byte[(int) (opened.length() - start)];
      opened.seek(start);
      opened.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      return "";
    }
  }
}
