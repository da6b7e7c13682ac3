package io.proteus.controller.policy;

import io.proteus.controller.provider.Providers;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Shared;
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
 * @param keepsHandSet whether tables keep what somebody has set on them by hand
 * @param idleBelow requests per second below which a table or node is not used
 */
@Section(
    "What is set on tables and nodes for what they are used for, with configuration.policy policies"
        + " (docs/policies.md).")
public record PolicySettings(
    @Shared("engine.type") String engine,
    @Inline PolicyShelf.Selection selection,
    @Key(
            doc =
                "for how long a workload must ask for other settings before they are set (PCM-6);"
                    + " `policy`: as each policy says",
            usual = "policy",
            zero = true,
            none = "policy")
        @Nullable Duration hold,
    @Key(doc = "how far values may differ that count as the same", usual = "0.10") Ratio tolerance,
    @Key(
            doc = "whether nodes are emptied and restarted for what takes effect only so",
            usual = "false")
        boolean restart,
    @Key(
            doc = "memory of each node's host, for formulas that ask for it",
            usual = "unknown",
            none = "unknown")
        @Nullable ByteSize nodeMemory,
    @Shared("configuration.keepHandSet") boolean keepsHandSet,
    @Shared("met.classify.idleBelow") double idleBelow) {

  /** The same, with the administrator's own policies from elsewhere. */
  public PolicySettings from(Path folder) {
    return new PolicySettings(
        engine,
        selection.from(folder),
        hold,
        tolerance,
        restart,
        nodeMemory,
        keepsHandSet,
        idleBelow);
  }

  /**
   * Reads and checks the policies.
   *
   * @throws InvalidConfiguration with file, line and key of all that is wrong with them
   * @throws InvalidValue for an engine that comes with none, or a setting that names none
   */
  public PolicyReviewer reviewer() throws InvalidConfiguration {
    SettingsGuide guide =
        Providers.guide(engine)
            .orElseThrow(
                () ->
                    new InvalidValue(
                        "configuration.policy: want policies for an engine that comes with some, got %s, which is not installed or has none."
                            .formatted(engine)));
    return new PolicyReviewer(
        PolicyShelf.of(guide, selection, nodeMemory),
        hold,
        tolerance,
        restart,
        keepsHandSet,
        idleBelow);
  }
}
