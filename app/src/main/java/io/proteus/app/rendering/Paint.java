package io.proteus.app.rendering;

import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * Colours, or none: where output is not a terminal, or NO_COLOR is set, text stays as it is.
 *
 * @param on whether escape sequences are written
 */
public record Paint(boolean on) {
  public static final Paint NONE = new Paint(false);

  public String bold(String text) {
    return painted(text, Style.bold);
  }

  public String faint(String text) {
    return painted(text, Style.faint);
  }

  /** Good. */
  public String green(String text) {
    return painted(text, Style.fg_green);
  }

  /** Worth a look. */
  public String yellow(String text) {
    return painted(text, Style.fg_yellow);
  }

  /** Wrong. */
  public String red(String text) {
    return painted(text, Style.fg_red);
  }

  private String painted(String text, IStyle style) {
    return on && !text.isBlank() ? style.on() + text + Style.reset.on() : text;
  }
}
