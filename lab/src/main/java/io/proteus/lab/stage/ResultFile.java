package io.proteus.lab.stage;

import io.proteus.controller.json.CoreJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes every figure of an experiment as JSON, whole or not at all. */
public final class ResultFile {
  private ResultFile() {}

  public static void write(Path file, Object result) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    Files.writeString(unfinished, CoreJson.prettyText(result) + "\n");
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
