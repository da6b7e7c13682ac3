package io.proteus.controller.parameter;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names in braces in a sentence. */
final class Placeholders {
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)\\}");

  private Placeholders() {}

  static List<String> of(String sentence) {
    return NAME.matcher(sentence).results().map(found -> found.group(1)).toList();
  }

  static String fill(String sentence, Function<String, String> shown) {
    return NAME.matcher(sentence)
        .replaceAll(found -> Matcher.quoteReplacement(shown.apply(found.group(1))));
  }
}
