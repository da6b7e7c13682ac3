package io.proteus.core.strategy.scaling;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ways to count nodes that a configuration can name. Each is a line here and a record of
 * settings, whose keys stand in the section of its name.
 */
public final class ScalingPolicies {
  private static final Map<String, Class<? extends ConfiguredScaling>> BY_NAME = byName();

  private ScalingPolicies() {}

  /** The records of settings, in the order of the documentation. */
  public static Map<String, Class<? extends ConfiguredScaling>> byNameInOrder() {
    return BY_NAME;
  }

  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  private static Map<String, Class<? extends ConfiguredScaling>> byName() {
    Map<String, Class<? extends ConfiguredScaling>> policies = new LinkedHashMap<>();
    policies.put("auto", AutoScaling.class);
    policies.put("met", MetNodeCount.class);
    policies.put("threshold", ThresholdScaling.class);
    policies.put("mdp", MdpSettings.class);
    policies.put("target", TargetTracking.class);
    policies.put("forecast", ForecastScaling.class);
    return Collections.unmodifiableMap(policies);
  }
}
