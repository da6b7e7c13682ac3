package io.proteus.cloud.kubernetes;

import java.util.Map;

/**
 * A pod whose process runs.
 *
 * @param settings with which it was started
 */
public record RunningPod(String name, String uid, Map<String, String> settings) {}
