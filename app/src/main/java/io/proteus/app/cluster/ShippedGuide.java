package io.proteus.app.cluster;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyLibrary;
import io.proteus.controller.provider.Providers;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.units.InvalidValue;
import java.util.List;

/** The parameters and policies that come with an engine. */
public record ShippedGuide(SettingsGuide guide) {

  /**
   * Those of an engine.
   *
   * @throws InvalidValue where there is no such engine, or it comes with none
   */
  public static ShippedGuide of(String engine) {
    return Providers.engine(engine)
        .guide()
        .map(ShippedGuide::new)
        .orElseThrow(
            () ->
                new InvalidValue(
                    "engine.type: %s comes with no parameters and policies.".formatted(engine)));
  }

  /** What can be set, and does not go together. */
  public ParameterCatalogue catalogue() {
    return CatalogueFile.of(guide);
  }

  /** What is set for which workload. */
  public List<Policy> policies() {
    return PolicyLibrary.of(guide, catalogue());
  }
}
