package io.proteus.core.units;

import java.util.HexFormat;
import java.util.function.IntPredicate;

/**
 * Text from outside, made fit for one line of a record or a screen. What has no place there are
 * control characters, line breaks of Unicode's own, characters without a shape such as those that
 * turn the direction of writing, and halves of a pair: by these a text could look like other lines
 * or other names, or have a terminal do things.
 */
public final class OneLine {
  private static final HexFormat HEX = HexFormat.of();

  private OneLine() {}

  /** The same text with a blank for each character that has no place in a line. */
  public static String of(String text) {
    return replaced(text, OneLine::hasNoPlace, false);
  }

  /**
   * The same text with each character that has no place in a line as {@code \\u001b}, so that two
   * names which differ still do. Within JSON it stands for the same character.
   */
  public static String escaped(String text) {
    return replaced(text, OneLine::hasNoPlace, true);
  }

  /** The same for text of several lines: it keeps its line breaks and tabs. */
  public static String escapedLines(String text) {
    return replaced(text, c -> c != '\n' && c != '\t' && hasNoPlace(c), true);
  }

  private static String replaced(String text, IntPredicate isUnfit, boolean escape) {
    int start = 0;
    StringBuilder fit = null;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      int after = at + Character.charCount(c);
      if ((c < ' ' || c > '~') && isUnfit.test(c)) {
        fit = fit == null ? new StringBuilder(text.length() + 16) : fit;
        fit.append(text, start, at);
        if (escape) {
          for (int half = at; half < after; half++) {
            fit.append("\\u").append(HEX.toHexDigits(text.charAt(half)));
          }
        } else {
          fit.append(' ');
        }
        start = after;
      }
      at = after;
    }
    return fit == null ? text : fit.append(text, start, text.length()).toString();
  }

  private static boolean hasNoPlace(int c) {
    return switch (Character.getType(c)) {
      // Persian and many scripts of India need the joiner and the non-joiner
      case Character.FORMAT -> c != '\u200c' && c != '\u200d';
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
