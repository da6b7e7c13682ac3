package io.proteus.cloud.kubernetes;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.Map;

/** Labels as selectors choose by them. */
final class Labels {
  private Labels() {}

  /** Whether a selector chooses what has these labels; an empty one chooses all. */
  static boolean match(LabelSelector selector, Map<String, String> labels) {
    Map<String, String> wanted = selector.getMatchLabels();
    return (wanted == null || labels.entrySet().containsAll(wanted.entrySet()))
        && selector.getMatchExpressions().stream().allMatch(wants -> meets(wants, labels));
  }

  private static boolean meets(LabelSelectorRequirement wants, Map<String, String> labels) {
    String value = labels.get(wants.getKey());
    return switch (wants.getOperator()) {
      case "In" -> value != null && wants.getValues().contains(value);
      case "NotIn" -> value == null || !wants.getValues().contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default -> true; // a budget that is not understood is respected
    };
  }
}
