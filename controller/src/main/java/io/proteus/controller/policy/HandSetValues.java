package io.proteus.controller.policy;

import io.proteus.controller.policy.PolicyValues.Line;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.Scope;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.SettingsMemory.Standing;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The values of a table that somebody has set by hand, so that no policy sets them. What was set
 * otherwise while the same policy was in force is left alone by its own rule, all values together.
 *
 * @param before what Proteus has set
 * @param chosen the policy that is looked at
 */
record HandSetValues(Table table, Standing before, String chosen) {

  /** The same values, with an obstacle where the table keeps its own. */
  PolicyValues kept(PolicyValues values) {
    return new PolicyValues(values.lines().stream().map(this::kept).toList());
  }

  private Line kept(Line line) {
    TableSettings settings = table.settings();
    if (!line.counts() || settings == null) {
      return line;
    }
    Parameter parameter = line.parameter();
    List<String> byHand =
        Stream.of(
                present(parameter, Scope.TABLE, List.of(settings.values())),
                present(parameter, Scope.COLUMN_FAMILY, settings.families().values()))
            .flatMap(values -> values)
            .filter(value -> !isOurs(parameter, value))
            .distinct()
            .toList();
    return byHand.isEmpty()
        ? line
        : new Line(
            parameter,
            line.formula(),
            line.filled(),
            line.value(),
            line.where(),
            byHand.stream().map(parameter.unit()::shown).collect(Collectors.joining(", "))
                + " was set by hand, and is kept",
            "configuration.keepHandSet");
  }

  /** The values in these places of a setting that somebody has given one. */
  private Stream<String> present(
      Parameter parameter, Scope scope, Collection<? extends Map<String, String>> places) {
    String key = parameter.keyFor(scope);
    return parameter.isSetFor(scope) && table.explicit().contains(key)
        ? places.stream().map(place -> place.get(key)).filter(Objects::nonNull)
        : Stream.of();
  }

  /** What a policy has set is, and stays where the next one sets nothing. */
  private boolean isOurs(Parameter parameter, String value) {
    Choice inForce = before.inForce();
    String ours = inForce == null ? null : inForce.values().get(parameter.name());
    if (inForce != null && ours != null && inForce.policy().equals(chosen)) {
      return true;
    }
    return Stream.of(
            Optional.ofNullable(ours), Optional.ofNullable(before.earlier(parameter.name())))
        .flatMap(Optional::stream)
        .anyMatch(set -> parameter.unit().same(set, value));
  }
}
