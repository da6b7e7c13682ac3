package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/**
 * The cloud does not list machines yet that are younger than a minute and have not served: who asks
 * again then gets one more than was wanted.
 */
@Section(
    "the cloud does not list machines yet that are younger than a minute and have not served, so"
        + " that who asks again, as after a lost answer, gets one too many")
public record LaunchesUnseen(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "how long it lasts") Duration lasts)
    implements LastingFault {}
