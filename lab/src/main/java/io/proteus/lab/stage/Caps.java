package io.proteus.lab.stage;

import io.proteus.cloud.local.Capping;
import io.proteus.core.port.PortException;
import java.util.List;

/** The CPU caps without which nothing that an experiment measures can be compared. */
final class Caps {
  private Caps() {}

  /**
   * Goes on only where every cap that was asked for holds; one that was lifted need not.
   *
   * @throws PortException with the reason of the first that does not
   */
  static void require(List<Capping> cappings) throws PortException {
    for (Capping capping : cappings) {
      if (!capping.wanted().isNone() && !capping.holds()) {
        throw new PortException(
            "%s. What is compared here needs the caps: run it as root, or in a group of your own (systemd-run --user --scope -p Delegate=yes)."
                .formatted(capping));
      }
    }
  }
}
