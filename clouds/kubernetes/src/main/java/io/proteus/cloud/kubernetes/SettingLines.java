package io.proteus.cloud.kubernetes;

import io.proteus.core.port.PortException;
import java.util.Map;
import java.util.TreeMap;

/** Settings as lines {@code key=value}, sorted. */
final class SettingLines {
  private SettingLines() {}

  /** Lines without an equals sign, such as comments, are no settings. */
  static Map<String, String> read(String text) {
    Map<String, String> found = new TreeMap<>();
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int equal = line.indexOf('=');
              if (equal > 0) {
                found.put(line.substring(0, equal), line.substring(equal + 1));
              }
            });
    return found;
  }

  static String text(Map<String, String> settings) throws PortException {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, String> setting : new TreeMap<>(settings).entrySet()) {
      if (setting.getValue().contains("\n") || setting.getKey().contains("=")) {
        throw new PortException(
            "%s: want a setting that fits one line key=value, got '%s'."
                .formatted(setting.getKey(), setting.getValue()));
      }
      lines.append(setting.getKey()).append('=').append(setting.getValue()).append('\n');
    }
    return lines.toString();
  }
}
