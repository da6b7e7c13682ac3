package io.proteus.core.strategy.configuration;

import io.proteus.core.strategy.Situation;

/** Which settings do tables and nodes get for their use (PCM)? */
public interface SettingsPolicy {

  /**
   * @param atOnce whether what a workload asks for counts however short it was seen, for an
   *     operator who asks for it
   */
  SettingsChoice choose(Situation now, boolean atOnce);
}
