package io.proteus.deployment.hbase;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds in what a daemon wrote since its start why it ended. */
final class DaemonLog {

  /** How much of the end of a file is read. */
  private static final int TAIL_BYTES = 256 * 1024;

  private static final int MOST_LINES = 8;

  private static final Pattern TELLING =
      Pattern.compile(
          " (ERROR|FATAL) |^Caused by:|^[\\w.$]+(Exception|Error)\\b|^Error[: ]|^Exception in"
              + " thread|(?<!ExitOn)OutOfMemory|Could not (create|find)");

  /** The length of a file before this run. */
  private record Part(Path file, long before) {}

  private final List<Part> parts;

  private DaemonLog(List<Part> parts) {
    this.parts = parts;
  }

  /**
   * The log that a daemon writes from now on.
   *
   * @param files what it logs and what it prints; they may hold what earlier runs wrote
   */
  static DaemonLog fromNowOn(Path... files) {
    return new DaemonLog(
        Stream.of(files).map(file -> new Part(file, file.toFile().length())).toList());
  }

  /**
   * The last lines of a daemon that has ended, which may tell why.
   *
   * @param lines the last lines that tell one; the very last lines when none does
   * @param isTelling whether they tell one
   */
  record LastWords(List<String> lines, boolean isTelling) {
    static final LastWords NONE = new LastWords(List.of(), false);
  }

  LastWords lastWords() {
    List<String> lines = parts.stream().flatMap(part -> tail(part).lines()).toList();
    Set<String> telling = new LinkedHashSet<>();
    for (String line : lines) {
      if (TELLING.matcher(line).find()) {
        telling.add(line);
      }
    }
    return telling.isEmpty()
        ? new LastWords(last(lines), false)
        : new LastWords(last(List.copyOf(telling)), true);
  }

  private static List<String> last(List<String> lines) {
    return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
  }

  private static String tail(Part part) {
    if (!Files.isReadable(part.file())) {
      return "";
    }
    try (RandomAccessFile opened = new RandomAccessFile(part.file().toFile(), "r")) {
      boolean isTheSame = opened.length() >= part.before(); // else it was rolled over
      long start = Math.max(isTheSame ? part.before() : 0, opened.length() - TAIL_BYTES);
      byte[] bytes = new byte[(int) (opened.length() - start)];
      opened.seek(start);
      opened.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      return "";
    }
  }
}
