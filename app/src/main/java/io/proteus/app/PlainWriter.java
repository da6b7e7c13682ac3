package io.proteus.app;

import io.proteus.core.units.OneLine;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Everything that a command prints passes through here. Characters that a terminal obeys, or that
 * are not what they look like, are written as {@code \\u001b}; the colours of {@code Paint} are let
 * through where there are any. Within JSON the same characters are meant.
 */
final class PlainWriter extends PrintWriter {
  /** ECMA-48's Select Graphic Rendition: colours and weights, and nothing else. */
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]{0,10}m");

  private final PrintWriter terminal;
  private boolean lossIsNoticed;

  private PlainWriter(PrintWriter terminal, boolean coloured) {
    super(new Escaping(terminal, coloured), true);
    this.terminal = terminal;
  }

  /**
   * A writer to print with.
   *
   * @param coloured whether colours are let through
   */
  static PlainWriter over(PrintWriter out, boolean coloured) {
    return out instanceof PlainWriter plain ? plain : new PlainWriter(out, coloured);
  }

  /** Has the terminal obey, by commands that are never made of text from outside. */
  void steer(String commands) {
    terminal.print(commands);
  }

  /** Asks the terminal too, which keeps to itself what it could not write. */
  @Override
  public boolean checkError() {
    boolean lost = super.checkError();
    lost |= terminal.checkError();
    lossIsNoticed |= lost;
    return lost;
  }

  /** Whether text was lost and no command has asked: one that did has acted on the answer. */
  boolean hasLostUnnoticed() {
    return !lossIsNoticed && checkError();
  }

  private static final class Escaping extends FilterWriter {
    private final boolean coloured;

    /** The second half of a pair may come with the next call. */
    private String half = "";

    private Escaping(Writer out, boolean coloured) {
      super(out);
      this.coloured = coloured;
    }

    @Override
    public void write(int c) throws IOException {
      write(String.valueOf((char) c), 0, 1);
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
      if (half.isEmpty() && isPlain(text, from, length)) {
        out.write(text, from, length);
        return;
      }
      write(new String(text, from, length), 0, length);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
      String whole = half + text.substring(from, from + length);
      int end = whole.length();
      if (end > 0 && Character.isHighSurrogate(whole.charAt(end - 1))) {
        end--;
      }
      half = whole.substring(end);
      out.write(plain(whole.substring(0, end).replace(System.lineSeparator(), "\n")));
    }

    /** Most of what is printed, in long documents all of it. */
    private static boolean isPlain(char[] text, int from, int length) {
      for (int at = from; at < from + length; at++) {
        if ((text[at] < ' ' && text[at] != '\n') || text[at] > '~') {
          return false;
        }
      }
      return true;
    }

    private String plain(String text) {
      if (!coloured || text.indexOf('\u001b') < 0) {
        return OneLine.escapedLines(text);
      }
      StringBuilder plain = new StringBuilder();
      Matcher colour = COLOUR.matcher(text);
      int end = 0;
      while (colour.find()) {
        plain.append(OneLine.escapedLines(text.substring(end, colour.start())));
        plain.append(colour.group());
        end = colour.end();
      }
      return plain.append(OneLine.escapedLines(text.substring(end))).toString();
    }

    @Override
    public void close() throws IOException {
      out.write(OneLine.escaped(half));
      half = "";
      super.close();
    }
  }
}
