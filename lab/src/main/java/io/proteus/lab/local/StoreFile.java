package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.command.ClusterOptions;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The proteus.yaml of a local cluster of a {@link LocalStore}. */
public final class StoreFile {
  private StoreFile() {}

  /**
   * Writes it beside the cluster, and into the working folder where there is none.
   *
   * @return a sentence that says how to use it
   */
  public static String write(Environment environment, Path folder, String text)
      throws PortException {
    Path own = folder.resolve(ClusterOptions.DEFAULT_FILE);
    Path here = environment.folder().resolve(ClusterOptions.DEFAULT_FILE);
    try {
      if (!Files.exists(own)) {
        Files.writeString(own, text);
      }
      if (!Files.exists(here)) {
        Files.writeString(here, text);
      }
      return Files.readString(here).equals(Files.readString(own))
          ? "proteus.yaml leads to it. Look at the cluster with: proteus watch"
          : "proteus.yaml here is of another cluster; %s leads to this one. Look at it with: proteus watch --config %s"
              .formatted(own, own);
    } catch (IOException e) {
      throw new PortException("proteus.yaml: cannot be written (%s).".formatted(e), e);
    }
  }
}
