package io.proteus.core.strategy.configuration;

import io.proteus.core.strategy.Situation;

/** What is set on tables and nodes for what they are used for (PCM)? */
public interface SettingsPolicy {

  /**
   * What should be set.
   *
   * @param atOnce whether what a workload asks for counts however short it was seen, for an
   *     operator who asks for it
   */
  SettingsChoice choose(Situation now, boolean atOnce);
}
