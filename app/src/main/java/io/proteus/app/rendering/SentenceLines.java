package io.proteus.app.rendering;

/** A sentence on lines that fit a screen. */
final class SentenceLines {
  private SentenceLines() {}

  /**
   * @param lead before the first line; the others are as far to the right
   * @param width of the screen, in characters
   */
  static String wrapped(String lead, String text, int width) {
    StringBuilder lines = new StringBuilder(lead);
    String indent = " ".repeat(lead.length());
    int column = lead.length();
    boolean first = true;
    for (String word : text.split(" ")) {
      if (!first && column + 1 + word.length() > width) {
        lines.append('\n').append(indent);
        column = indent.length();
      } else if (!first) {
        lines.append(' ');
        column++;
      }
      lines.append(word);
      column += word.length();
      first = false;
    }
    return lines.toString();
  }
}
