package io.proteus.cloud.ssh;

import io.proteus.core.port.MachineTags;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The mark on a host on which Proteus started a node: a small file ({@code cloud.mark}) with the
 * tags that machines of other clouds carry. It is written before anything is done there and deleted
 * once the node has ended, so that a start is told from another after a crash, and an operator's
 * own nodes from Proteus's.
 *
 * @param lines the tags, and how far the start is
 */
record HostMark(SortedMap<String, String> lines) {
  /** Is on a mark whose start is not finished. */
  private static final String UNFINISHED = "proteus-start";

  /** Is on a mark whose monitor Proteus started. */
  private static final String MONITOR = "proteus-monitor";

  HostMark {
    lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
  }

  /**
   * The mark of a start that begins or goes on.
   *
   * @param before what the mark of the same start said; nothing where it begins
   */
  static HostMark begun(MachineTags tags, Map<String, String> before) {
    Map<String, String> lines = new TreeMap<>(tags.asMap());
    lines.put(UNFINISHED, "begun");
    if (before.containsKey(MONITOR)) {
      lines.put(MONITOR, before.get(MONITOR));
    }
    return of(lines);
  }

  static HostMark of(Map<String, String> lines) {
    return new HostMark(new TreeMap<>(lines));
  }

  static boolean isUnfinished(Map<String, String> lines) {
    return lines.containsKey(UNFINISHED);
  }

  /** The same, of a host whose monitor Proteus is about to start. */
  HostMark withMonitor() {
    SortedMap<String, String> more = new TreeMap<>(lines);
    more.put(MONITOR, "started");
    return new HostMark(more);
  }

  boolean hasMonitor() {
    return lines.containsKey(MONITOR);
  }

  /** The same once the node runs. */
  HostMark finished() {
    SortedMap<String, String> rest = new TreeMap<>(lines);
    rest.remove(UNFINISHED);
    return new HostMark(rest);
  }

  /** Prints the mark of a host, or nothing. */
  static String reading(SshCloudSettings settings, String host) {
    return "cat %s 2>/dev/null || true".formatted(file(settings, host));
  }

  /** Writes what it is given, whole or not at all: a cut mark would be nobody's. */
  static String writing(SshCloudSettings settings, String host) {
    String file = file(settings, host);
    String folder = file.substring(0, file.lastIndexOf('/') + 1);
    return "mkdir -p %s && cat > %s.part && mv %s.part %s".formatted(folder, file, file, file);
  }

  static String deleting(SshCloudSettings settings, String host) {
    return "rm -f " + file(settings, host);
  }

  private static String file(SshCloudSettings settings, String host) {
    return settings.filled(settings.mark(), host);
  }

  /** As it stands in the file. */
  String text() {
    StringBuilder text = new StringBuilder();
    lines.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    return text.toString();
  }

  /** The lines of a mark; none where there is none. */
  static Map<String, String> read(String text) {
    Map<String, String> lines = new TreeMap<>();
    text.lines()
        .filter(line -> line.indexOf('=') > 0)
        .forEach(
            line ->
                lines.put(
                    line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
    return lines;
  }
}
