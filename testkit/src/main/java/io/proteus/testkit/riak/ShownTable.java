package io.proteus.testkit.riak;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The table that {@code show} answers for one key. It was recorded for some keys only; it is
 * written here in the same form for other values.
 */
final class ShownTable {
  private ShownTable() {}

  /**
   * The answer.
   *
   * @param values by node
   * @param silent members that do not answer
   */
  static Recording of(String key, SortedMap<String, String> values, List<String> silent) {
    int names = width("node", values.keySet().stream().toList());
    int widest = width(key, values.values().stream().toList());
    String rule = "+%s+%s+%n".formatted("-".repeat(names), "-".repeat(widest));
    StringBuilder text = new StringBuilder(rule).append(row("node", names, key, widest));
    text.append(rule);
    for (Map.Entry<String, String> value : values.entrySet()) {
      text.append(row(value.getKey(), names, value.getValue(), widest));
    }
    text.append(rule).append('\n');
    if (silent.size() > 1) {
      throw new IllegalStateException("show while %s are dead".formatted(silent));
    }
    silent.forEach(
        node -> text.append("Failed to get config for: ['").append(node).append("']\n\n"));
    return new Recording(text.append("ok\n").toString(), 0);
  }

  private static int width(String title, List<String> cells) {
    return Math.max(title.length(), cells.stream().mapToInt(String::length).max().orElse(0));
  }

  private static String row(String one, int names, String other, int widest) {
    return "|%s|%s|%n".formatted(centered(one, names), centered(other, widest));
  }

  private static String centered(String text, int width) {
    int left = (width - text.length()) / 2;
    return " ".repeat(left) + text + " ".repeat(width - text.length() - left);
  }
}
