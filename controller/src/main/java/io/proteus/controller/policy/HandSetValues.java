package io.proteus.controller.policy;

import io.proteus.controller.policy.PolicyValues.Line;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.Scope;
import io.proteus.core.strategy.Choice;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values of a table that somebody has set by hand, so that no policy sets them. What was set
 * otherwise while the same policy was in force is left alone by its own rule, all values together.
 *
 * @param inForce what Proteus set last; null while it has set nothing
 * @param chosen the policy that is looked at
 */
record HandSetValues(Table table, @Nullable Choice inForce, String chosen) {

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

  private boolean isOurs(Parameter parameter, String value) {
    String ours = inForce == null ? null : inForce.values().get(parameter.name());
    return ours != null
        && (Objects.requireNonNull(inForce).policy().equals(chosen)
            || parameter.unit().same(ours, value));
  }
}
