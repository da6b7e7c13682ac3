package io.proteus.controller.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which numbers a key takes.
 *
 * @param words as errors say it: {@code over 0}, {@code 0.05 or more}, {@code 0 to 1}, {@code over
 *     0 and below 1}; empty: all
 */
record NumberRange(String words) {
  private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
  private static final Pattern OVER = Pattern.compile("over " + NUMBER);
  private static final Pattern FROM = Pattern.compile(NUMBER + " (?:or more|to )");
  private static final Pattern BELOW = Pattern.compile("below " + NUMBER);
  private static final Pattern TO = Pattern.compile("to " + NUMBER);

  boolean takes(double number) {
    Map<String, Object> schema = schema();
    return Double.isFinite(number)
        && number >= bound(schema, "minimum", Double.NEGATIVE_INFINITY)
        && number > bound(schema, "exclusiveMinimum", Double.NEGATIVE_INFINITY)
        && number <= bound(schema, "maximum", Double.POSITIVE_INFINITY)
        && number < bound(schema, "exclusiveMaximum", Double.POSITIVE_INFINITY);
  }

  private static double bound(Map<String, Object> schema, String keyword, double otherwise) {
    return schema.get(keyword) instanceof Double bound ? bound : otherwise;
  }

  /** The keywords of its JSON schema. */
  Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    put(schema, "minimum", FROM);
    put(schema, "exclusiveMinimum", OVER);
    put(schema, "maximum", TO);
    put(schema, "exclusiveMaximum", BELOW);
    return schema;
  }

  private void put(Map<String, Object> schema, String keyword, Pattern pattern) {
    Matcher found = pattern.matcher(words);
    if (found.find()) {
      schema.put(keyword, Double.valueOf(found.group(1)));
    }
  }
}
