package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/**
 * The cloud starts machines, but says that it failed. Who asks again says how many there are to be
 * in all, as {@link io.proteus.core.port.Machines#launch} wants it, and so gets no second one,
 * unless the first is not listed yet ({@link LaunchesUnseen}).
 */
@Section("machines start, but the cloud says that they did not")
public record LaunchAnswersLost(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "how long it lasts") Duration lasts)
    implements LastingFault {}
