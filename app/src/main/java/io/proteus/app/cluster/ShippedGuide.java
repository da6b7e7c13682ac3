package io.proteus.app.cluster;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyLibrary;
import io.proteus.controller.provider.Providers;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.Optional;

/** The parameters and policies that come with the engines, where no cluster says which. */
public final class ShippedGuide {
  private ShippedGuide() {}

  /** Of the first engine that brings some. */
  private static SettingsGuide guide() {
    return Providers.engines().stream()
        .map(EngineProvider::guide)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> new InvalidValue("engine.type: no engine here comes with policies."));
  }

  /** What can be set, and does not go together. */
  public static ParameterCatalogue catalogue() {
    return CatalogueFile.of(guide());
  }

  /** What is set for which workload. */
  public static List<Policy> policies() {
    return PolicyLibrary.of(guide(), catalogue());
  }
}
