package io.proteus.cloud.provisioning.remote;

import io.proteus.core.cluster.SettingsChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes settings in a text with a line for each. */
final class SettingLines {
  private SettingLines() {}

  /** The first line of a key is changed, further ones go, and keys that are missing follow. */
  static String changed(String text, SettingsChange change, String between) {
    Pattern keyed = Pattern.compile("([^\\s#!=:][^\\s=:]*)" + separator(between) + ".*");
    Map<String, String> left = new TreeMap<>(change.set());
    List<String> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher matcher = keyed.matcher(line);
      String key = matcher.matches() ? matcher.group(1) : null;
      if (key == null || !change.set().containsKey(key) && !change.removed().contains(key)) {
        lines.add(line);
      } else if (left.containsKey(key)) {
        lines.add(key + between + left.remove(key));
      }
    }
    left.forEach((key, value) -> lines.add(key + between + value));
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  private static String separator(String between) {
    return between.isBlank() ? "\\s+" : "\\s*" + between.strip();
  }
}
