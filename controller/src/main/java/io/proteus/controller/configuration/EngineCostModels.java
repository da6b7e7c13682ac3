package io.proteus.controller.configuration;

import io.proteus.core.port.CostModel;
import io.proteus.core.port.EngineCosts;
import java.util.ServiceLoader;

/** What changes cost, by engine. */
final class EngineCostModels {
  private EngineCostModels() {}

  /**
   * As the engine says it, else what is assumed of any store.
   *
   * @param engine as {@code engine.type} names it
   */
  static CostModel of(String engine) {
    for (EngineCosts found : ServiceLoader.load(EngineCosts.class)) {
      if (found.engine().equals(engine)) {
        return found.costs();
      }
    }
    return CostModel.assumed();
  }
}
