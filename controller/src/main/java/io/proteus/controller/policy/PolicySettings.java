package io.proteus.controller.policy;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How policies are configured, whether or not they are used.
 *
 * @param engine whose policies
 * @param hold for how long something must be asked for; null for each policy's own time
 * @param tolerance how far numbers may differ that are the same
 * @param restart whether nodes may be restarted for what takes a restart
 * @param nodeMemory of each node's host; null when it is not known
 * @param idleBelow requests per second below which a table or node is not used
 */
public record PolicySettings(
    String engine,
    PolicyShelf.Selection selection,
    @Nullable Duration hold,
    Ratio tolerance,
    boolean restart,
    @Nullable ByteSize nodeMemory,
    double idleBelow) {

  /** The same, with the administrator's own policies from elsewhere. */
  public PolicySettings from(Path folder) {
    return new PolicySettings(
        engine, selection.from(folder), hold, tolerance, restart, nodeMemory, idleBelow);
  }

  /**
   * Reads and checks the policies.
   *
   * @throws InvalidConfiguration with file, line and key of all that is wrong with them
   * @throws InvalidValue for an engine that comes with none, or a setting that names none
   */
  public PolicyReviewer reviewer() throws InvalidConfiguration {
    SettingsGuide guide =
        PolicyShelf.guide(engine)
            .orElseThrow(
                () ->
                    new InvalidValue(
                        "configuration.policy: want policies for an engine that comes with some, got %s, which is not installed or has none."
                            .formatted(engine)));
    return new PolicyReviewer(
        PolicyShelf.of(guide, selection, nodeMemory), hold, tolerance, restart, idleBelow);
  }
}
