package io.proteus.app.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares a screen with the text that is kept of it; -Dgolden.write=true keeps it anew. */
final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/rendering");

  private Golden() {}

  static void assertMatches(String name, String screen) {
    try {
      if (Boolean.getBoolean("golden.write")) {
        Files.writeString(FOLDER.resolve(name), screen);
      }
      assertThat(screen).isEqualTo(Files.readString(FOLDER.resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
