package io.proteus.testkit.riak;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer that a real cluster gave.
 *
 * @param text what the command wrote
 * @param exit its exit code
 */
record Recording(String text, int exit) {
  private static final Pattern COMMAND =
      Pattern.compile(
          "\\A\\$[^\\n]*\\n(.*)^exit (\\d+), [^\\n]*\\n?\\z", Pattern.DOTALL | Pattern.MULTILINE);

  static Recording of(String name) {
    Matcher parts = COMMAND.matcher(read(name + ".txt"));
    if (!parts.matches()) {
      throw new IllegalStateException(name + " is no recorded answer");
    }
    return new Recording(parts.group(1), Integer.parseInt(parts.group(2)));
  }

  static String read(String file) {
    try (InputStream stream = Recording.class.getResourceAsStream(file)) {
      if (stream == null) {
        throw new IllegalStateException("no answer was recorded as " + file);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Recording with(String from, String to) {
    return new Recording(text.replace(from, to), exit);
  }
}
