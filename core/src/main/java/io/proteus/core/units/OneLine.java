package io.proteus.core.units;

import java.util.regex.Pattern;

/** Text from outside, made fit for one line of a record or a screen. */
public final class OneLine {
  /**
   * Control characters, line breaks of Unicode's own, and what turns the direction of writing: by
   * these a text could look like other lines, or have a terminal do things.
   */
  private static final Pattern NOT_OF_A_LINE =
      Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

  private OneLine() {}

  /** The same text with a blank for each character that has no place in a line. */
  public static String of(String text) {
    return NOT_OF_A_LINE.matcher(text).replaceAll(" ");
  }
}
