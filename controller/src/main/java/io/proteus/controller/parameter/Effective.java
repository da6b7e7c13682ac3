package io.proteus.controller.parameter;

import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.Scope;
import io.proteus.core.parameter.TableReport;
import io.proteus.core.parameter.Unit;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The values that count in one place, a node or a column family on it, by the names of their
 * parameters. What is not known is not in it.
 *
 * @param own those that are set in this very place, not taken over from a wider one
 * @param isTold whether the node tells its values, so that what it has none of is not set
 */
record Effective(
    Map<String, ReportedValue> values,
    Map<String, BigDecimal> measured,
    Map<String, String> own,
    boolean isTold) {
  /** The origin of a value that nobody has set. */
  static final String BUILT_IN = "built in";

  /**
   * The values that count on a node; for a node that does not answer, only those that are known
   * anyway.
   */
  static Effective on(NodeReport node, ParameterCatalogue catalogue) {
    Map<String, ReportedValue> values = new TreeMap<>();
    Optional<String> version =
        node.gap() == null ? catalogue.versionOf(node.version()) : Optional.empty();
    for (Parameter parameter : catalogue.parameters()) {
      if (isOfNodes(parameter)) {
        reported(parameter, node)
            .or(
                () ->
                    version
                        .flatMap(parameter::defaultIn)
                        .map(usual -> new ReportedValue(usual, BUILT_IN)))
            .ifPresent(value -> values.put(parameter.name(), value));
      }
    }
    return new Effective(values, node.measured(), Map.of(), node.gap() == null);
  }

  private static Optional<ReportedValue> reported(Parameter parameter, NodeReport node) {
    return Stream.concat(Stream.of(parameter.key()), parameter.older().stream())
        .flatMap(key -> Optional.ofNullable(node.values().get(key)).stream())
        .filter(value -> !value.value().isBlank())
        .findFirst();
  }

  /** The values that count for a column family of a table on this node. */
  Effective in(TableId table, TableReport settings, String family, ParameterCatalogue catalogue) {
    Map<String, ReportedValue> inside = new TreeMap<>(values);
    Map<String, String> set = new HashMap<>();
    Map<String, String> ofFamily = settings.families().getOrDefault(family, Map.of());
    for (Parameter parameter : catalogue.parameters()) {
      String name = parameter.name();
      String tables = settings.values().get(parameter.keyFor(Scope.TABLE));
      String families = ofFamily.get(parameter.keyFor(Scope.COLUMN_FAMILY));
      if (parameter.isSetFor(Scope.COLUMN_FAMILY) && families != null && !families.isBlank()) {
        inside.put(name, new ReportedValue(families, "column family " + family));
        set.put(name, families);
      } else if (parameter.isSetFor(Scope.TABLE) && tables != null && !tables.isBlank()) {
        inside.put(name, new ReportedValue(tables, "table " + table));
        set.put(name, tables);
      } else if (!inside.containsKey(name) && isTableOnly(parameter)) {
        catalogue.versions().stream()
            .findFirst()
            .flatMap(parameter::defaultIn)
            .ifPresent(value -> inside.put(name, new ReportedValue(value, BUILT_IN)));
      }
    }
    return new Effective(inside, measured, set, isTold);
  }

  private static boolean isTableOnly(Parameter parameter) {
    return !isOfNodes(parameter) && !parameter.isSetFor(Scope.CLIENT);
  }

  /**
   * Every value as formulas take it: numbers, truths, and texts for the rest. A text that is not
   * set is an empty one.
   */
  Map<String, Object> forFormulas(Map<String, Parameter> parameters) {
    Map<String, Object> known = new HashMap<>(measured);
    values.forEach(
        (name, reported) -> {
          Parameter parameter = parameters.get(name);
          if (parameter != null) {
            typed(parameter, reported.value()).ifPresent(value -> known.put(name, value));
          }
        });
    if (isTold) {
      parameters.values().stream()
          .filter(parameter -> parameter.unit() == Unit.WORD && isOfNodes(parameter))
          .forEach(parameter -> known.putIfAbsent(parameter.name(), ""));
    }
    return known;
  }

  private static boolean isOfNodes(Parameter parameter) {
    return parameter.isSetFor(Scope.NODE) || parameter.isSetFor(Scope.CLUSTER);
  }

  private static Optional<Object> typed(Parameter parameter, String value) {
    return switch (parameter.unit()) {
      case SWITCH -> Optional.of(Boolean.parseBoolean(value.strip()));
      case WORD -> Optional.of(value.strip());
      default -> parameter.unit().number(value).map(number -> number);
    };
  }

  /** The same without measured values that differ from node to node. */
  Effective withoutMeasured(String name) {
    Map<String, BigDecimal> rest = new HashMap<>(measured);
    rest.remove(name);
    return new Effective(values, rest, own, isTold);
  }
}
