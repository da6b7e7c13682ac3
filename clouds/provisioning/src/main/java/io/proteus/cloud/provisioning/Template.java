package io.proteus.cloud.provisioning;

import io.proteus.core.port.PortException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with places such as {@code {{host}}} and {@code {{settings.maxmemory}}}.
 *
 * @param file from which it was read, for errors
 */
record Template(String file, String text) {
  static final String SETTINGS = "settings";

  private static final String SETTING = SETTINGS + ".";
  private static final Pattern PLACE = Pattern.compile("\\{\\{\\s*([^{}]*?)\\s*}}");

  /**
   * A template all of whose places are known.
   *
   * @param names that its cloud fills in, beside the settings
   */
  static Template of(String file, String text, Set<String> names) throws PortException {
    Template template = new Template(file, text);
    for (String place : template.places()) {
      boolean setting = place.startsWith(SETTING) && place.length() > SETTING.length();
      if (!setting && !place.equals(SETTINGS) && !names.contains(place)) {
        throw new PortException(
            "cloud.files: %s: want places among {{%s}}, {{settings}} and {{settings.KEY}}, got {{%s}}."
                .formatted(file, String.join("}}, {{", new TreeSet<>(names)), place));
      }
    }
    return template;
  }

  private Set<String> places() {
    Set<String> places = new TreeSet<>();
    Matcher found = PLACE.matcher(text);
    while (found.find()) {
      places.add(found.group(1));
    }
    return places;
  }

  /** The keys of its {@code {{settings.KEY}}}. */
  Set<String> settings() {
    Set<String> keys = new TreeSet<>();
    for (String place : places()) {
      if (place.startsWith(SETTING)) {
        keys.add(place.substring(SETTING.length()));
      }
    }
    return keys;
  }

  /** Whether all settings of a new node have a place in it. */
  boolean takesAll() {
    return places().contains(SETTINGS);
  }

  /** The text for one node. */
  String filled(NodeFacts facts) throws PortException {
    UnaryOperator<String> written =
        file.endsWith(".xml") ? Template::inXml : UnaryOperator.identity();
    StringBuilder filled = new StringBuilder();
    Matcher found = PLACE.matcher(text);
    while (found.find()) {
      String place = found.group(1);
      String value;
      if (place.equals(SETTINGS)) {
        value = facts.settings();
      } else if (place.startsWith(SETTING)) {
        value = setting(facts, place);
      } else {
        value = facts.names().getOrDefault(place, "");
      }
      found.appendReplacement(filled, Matcher.quoteReplacement(written.apply(value)));
    }
    return found.appendTail(filled).toString();
  }

  private String setting(NodeFacts facts, String place) throws PortException {
    try {
      return facts.setting(place.substring(SETTING.length()));
    } catch (PortException e) {
      throw new PortException(
          "cloud.files: %s: {{%s}}: %s.".formatted(file, place, e.getMessage()), e);
    }
  }

  private static String inXml(String value) {
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
