package io.proteus.core.parameter;

/**
 * What a parameter should be whatever the workload; what depends on the workload is a policy's.
 *
 * @param formula over other parameters by name and what is measured of a node
 * @param source who says so
 */
public record Recommendation(String formula, String source) {}
