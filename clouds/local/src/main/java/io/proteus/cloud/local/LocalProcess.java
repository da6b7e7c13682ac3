package io.proteus.cloud.local;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A process that was started here, as it was at the last look.
 *
 * @param living null when it ended by itself, or was killed by somebody else
 */
public record LocalProcess(
    String name, @Nullable ProcessIdentity living, Path log, String capGroup) {

  public boolean isAlive() {
    return living != null;
  }
}
