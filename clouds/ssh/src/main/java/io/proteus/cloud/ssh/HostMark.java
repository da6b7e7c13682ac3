package io.proteus.cloud.ssh;

import io.proteus.core.port.MachineTags;
import java.util.Map;
import java.util.TreeMap;

/**
 * The mark on a host on which Proteus started a node: a small file ({@code cloud.mark}) with the
 * tags that machines of other clouds carry. It is written before the node is started and deleted
 * once it has ended, so that a start is told from another after a crash, and an operator's own
 * nodes from Proteus's.
 */
final class HostMark {
  private HostMark() {}

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

  static String text(MachineTags tags) {
    StringBuilder lines = new StringBuilder();
    tags.asMap().forEach((key, value) -> lines.append(key).append('=').append(value).append('\n'));
    return lines.toString();
  }

  /** The tags of a mark; none where there is none. */
  static Map<String, String> tags(String text) {
    Map<String, String> tags = new TreeMap<>();
    text.lines()
        .filter(line -> line.indexOf('=') > 0)
        .forEach(
            line ->
                tags.put(
                    line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
    return tags;
  }
}
