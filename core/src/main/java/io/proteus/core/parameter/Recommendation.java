package io.proteus.core.parameter;

import io.proteus.core.setting.Key;

/**
 * A value for a parameter that suits every workload. Values that depend on the workload belong to
 * policies.
 *
 * @param formula over other parameters by name and what is measured of a node
 * @param source who says so
 */
public record Recommendation(
    @Key(doc = "over other parameters by name and what is measured of a node", kind = "formula")
        String formula,
    @Key(doc = "who says so") String source) {}
