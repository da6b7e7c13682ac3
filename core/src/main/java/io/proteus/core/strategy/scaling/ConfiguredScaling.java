package io.proteus.core.strategy.scaling;

/** A record of settings by which nodes are counted: {@link ScalingPolicies} knows each by name. */
public interface ConfiguredScaling {
  /** The policy that these settings make, held within the limits that hold for it. */
  ScalingPolicy within(Limits limits);
}
