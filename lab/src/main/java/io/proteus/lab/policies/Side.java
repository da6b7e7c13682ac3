package io.proteus.lab.policies;

import io.proteus.lab.policies.PolicyFigures.Case;
import java.util.Map;

/**
 * One side of a case.
 *
 * @param policy whether under the policy, else under the store's defaults
 */
record Side(Case of, boolean policy) {
  /** What is set, by parameter's name. */
  Map<String, String> values() {
    return policy ? of.values() : Map.of();
  }
}
