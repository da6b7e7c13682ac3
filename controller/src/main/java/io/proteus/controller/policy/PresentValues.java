package io.proteus.controller.policy;

import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import java.util.HashMap;
import java.util.Map;

/** The values that a policy starts from. */
public final class PresentValues {
  private PresentValues() {}

  /** Every parameter at the default of the newest version, in this situation. */
  public static Map<String, Object> byDefault(
      ParameterCatalogue catalogue, Map<String, ?> situation) {
    String newest = catalogue.versions().get(catalogue.versions().size() - 1);
    Map<String, Object> present = new HashMap<>();
    for (Parameter parameter : catalogue.parameters()) {
      parameter
          .defaultIn(newest)
          .flatMap(parameter.unit()::number)
          .ifPresent(number -> present.put(parameter.name(), number));
    }
    present.putAll(situation);
    return present;
  }
}
