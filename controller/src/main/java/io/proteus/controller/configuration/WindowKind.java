package io.proteus.controller.configuration;

import io.proteus.controller.bounds.MaintenanceWindow;
import io.proteus.controller.settings.Kind;
import io.proteus.controller.settings.NearestWord;
import io.proteus.controller.settings.WrongItem;
import io.proteus.controller.settings.YamlNode;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How maintenance windows are written in the file. */
final class WindowKind {
  private static final List<String> DAYS =
      Arrays.stream(DayOfWeek.values()).map(WindowKind::word).toList();

  static final Kind<List<MaintenanceWindow>> WINDOWS =
      new Kind<>(
          "list of windows",
          "a list of windows such as {days: [sat, sun], from: \"02:00\", to: \"05:00\", zone:"
              + " Europe/Berlin}",
          Map.of(
              "type",
              "array",
              "items",
              Map.of(
                  "type",
                  "object",
                  "required",
                  List.of("from", "to", "zone"),
                  "additionalProperties",
                  false,
                  "properties",
                  Map.of(
                      "days", Map.of("type", "array", "items", Map.of("enum", DAYS)),
                      "from", Map.of("type", "string"),
                      "to", Map.of("type", "string"),
                      "zone", Map.of("type", "string")))),
          WindowKind::windows);

  private static final List<String> KEYS = List.of("days", "from", "to", "zone");
  private static final Pattern TIME = Pattern.compile("(\\d{1,2}):(\\d{2})");
  private static final int MIDNIGHT = 24;

  private WindowKind() {}

  private static String word(DayOfWeek day) {
    return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
  }

  private static List<MaintenanceWindow> windows(YamlNode node) {
    List<MaintenanceWindow> windows = new ArrayList<>();
    if (!(node instanceof YamlNode.Sequence sequence)) {
      throw new IllegalArgumentException("");
    }
    for (YamlNode item : sequence.items()) {
      windows.add(window("[%d]".formatted(windows.size()), item));
    }
    return List.copyOf(windows);
  }

  private static MaintenanceWindow window(String where, YamlNode node) {
    if (!(node instanceof YamlNode.Mapping mapping)) {
      throw new WrongItem(
          node.line(),
          where,
          "want a section with %s, got %s.".formatted(String.join(", ", KEYS), node.shown()));
    }
    for (YamlNode.Entry entry : mapping.entries()) {
      if (!KEYS.contains(entry.key())) {
        throw new WrongItem(
            entry.line(),
            where + "." + entry.key(),
            "there is no such key%s. Here are: %s."
                .formatted(
                    NearestWord.to(entry.key(), KEYS).map(", maybe '%s'"::formatted).orElse(""),
                    String.join(", ", KEYS)));
      }
    }
    LocalTime from = time(where + ".from", mapping, "from");
    LocalTime to = time(where + ".to", mapping, "to");
    if (from.equals(to) && !scalar(where + ".to", mapping, "to").equals("24:00")) {
      throw new WrongItem(
          mapping.line(),
          where,
          "want from and to to differ, got %s twice. A whole day is from \"00:00\" to \"24:00\"."
              .formatted(from));
    }
    return new MaintenanceWindow(days(where + ".days", mapping), from, to, zone(where, mapping));
  }

  private static @Nullable YamlNode find(YamlNode.Mapping mapping, String key) {
    return mapping.entries().stream()
        .filter(entry -> entry.key().equals(key))
        .findFirst()
        .map(YamlNode.Entry::value)
        .orElse(null);
  }

  private static String scalar(String where, YamlNode.Mapping mapping, String key) {
    YamlNode node = find(mapping, key);
    if (node instanceof YamlNode.Scalar scalar) {
      return scalar.text().strip();
    }
    throw new WrongItem(
        node == null ? mapping.line() : node.line(),
        where,
        "want a value, got %s.".formatted(node == null ? "nothing" : node.shown()));
  }

  private static LocalTime time(String where, YamlNode.Mapping mapping, String key) {
    String text = scalar(where, mapping, key);
    Matcher time = TIME.matcher(text);
    if (time.matches()) {
      int hour = Integer.parseInt(time.group(1));
      int minute = Integer.parseInt(time.group(2));
      if (key.equals("to") && hour == MIDNIGHT && minute == 0) {
        return LocalTime.MIDNIGHT;
      }
      if (hour < MIDNIGHT && minute < 60) {
        return LocalTime.of(hour, minute);
      }
    }
    throw new WrongItem(
        mapping.line(),
        where,
        "want a time of the day such as \"02:00\", got '%s'.".formatted(text));
  }

  private static Set<DayOfWeek> days(String where, YamlNode.Mapping mapping) {
    YamlNode node = find(mapping, "days");
    if (node == null) {
      return EnumSet.allOf(DayOfWeek.class);
    }
    if (!(node instanceof YamlNode.Sequence sequence) || sequence.items().isEmpty()) {
      throw new WrongItem(
          node.line(),
          where,
          "want a list of %s, got %s."
              .formatted(
                  String.join(", ", DAYS),
                  node instanceof YamlNode.Sequence ? "an empty one" : node.shown()));
    }
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    for (YamlNode item : sequence.items()) {
      String text = item instanceof YamlNode.Scalar scalar ? scalar.text().strip() : "";
      int day = DAYS.indexOf(text);
      if (day < 0) {
        throw new WrongItem(
            item.line(),
            where,
            "want some of %s, got %s.%s"
                .formatted(String.join(", ", DAYS), item.shown(), maybe(text, DAYS)));
      }
      days.add(DayOfWeek.of(day + 1));
    }
    return days;
  }

  private static String maybe(String text, List<String> words) {
    return NearestWord.to(text, words).map(" Maybe '%s'."::formatted).orElse("");
  }

  private static ZoneId zone(String where, YamlNode.Mapping mapping) {
    String text = scalar(where + ".zone", mapping, "zone");
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new WrongItem(
          mapping.line(),
          where + ".zone",
          "want a time zone such as Europe/Berlin or UTC, got '%s'.".formatted(text));
    }
  }
}
