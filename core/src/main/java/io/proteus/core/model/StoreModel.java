package io.proteus.core.model;

import java.util.Optional;

/**
 * What an engine says of how its stores behave.
 *
 * @param memory how nodes use what they divide; empty where they divide nothing
 * @param demands what requests cost; empty where the engine does not say
 * @param costs what changes cost and yield
 */
public record StoreModel(
    Optional<MemoryModel> memory, Optional<DemandModel> demands, CostModel costs) {

  /** A store whose engine says nothing. */
  public static StoreModel assumed() {
    return new StoreModel(Optional.empty(), Optional.empty(), CostModel.assumed());
  }
}
