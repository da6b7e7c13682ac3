package io.proteus.controller.configuration;

import io.proteus.core.decision.OverdueMachines;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;

/**
 * Which cloud restarts, starts and stops nodes.
 *
 * @param type of a cloud that is installed
 * @param overdueMachines when machines are ended of which no node came
 */
@Section("Who restarts, starts and stops nodes.")
public record CloudSettings(
    @Key(doc = "who restarts, starts and stops nodes", usual = "none") String type,
    @Inline OverdueMachines overdueMachines) {}
