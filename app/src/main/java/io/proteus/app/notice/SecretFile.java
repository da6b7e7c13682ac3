package io.proteus.app.notice;

import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A secret in a file, which is read anew each time: so that it can be exchanged. */
final class SecretFile {
  private SecretFile() {}

  /**
   * @param setting that names the file
   */
  static String read(String setting, Path file) {
    try {
      String secret = Files.readString(file).strip();
      if (!secret.isEmpty()) {
        return secret;
      }
      throw new InvalidValue("%s: %s is empty.".formatted(setting, file));
    } catch (IOException e) {
      throw new InvalidValue("%s: %s cannot be read: %s".formatted(setting, file, e));
    }
  }
}
