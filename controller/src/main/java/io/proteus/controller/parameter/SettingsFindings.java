package io.proteus.controller.parameter;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.Contradiction;
import io.proteus.core.parameter.Contradiction.Severity;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import io.proteus.core.parameter.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Holds the rules of a catalogue against what a cluster is set to. */
final class SettingsFindings {
  private static final String CATALOGUE = "catalogue";

  private final ParameterCatalogue catalogue;
  private final Map<String, Parameter> parameters;
  private final Map<Contradiction, Formula> rules = new LinkedHashMap<>();
  private final Map<Contradiction, Set<String>> needs = new LinkedHashMap<>();
  private final SortedMap<NodeId, NodeReport> nodes;
  private final SortedMap<TableId, TableReport> tables;
  private final Map<Finding, List<NodeId>> found = new LinkedHashMap<>();

  SettingsFindings(
      ParameterCatalogue catalogue,
      SortedMap<NodeId, NodeReport> nodes,
      SortedMap<TableId, TableReport> tables) {
    this.catalogue = catalogue;
    this.parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    this.parameters.putAll(catalogue.byName());
    for (Contradiction rule : catalogue.contradictions()) {
      Formula when = new Formula(rule.when());
      rules.put(rule, when);
      needs.put(rule, when.variables());
    }
    this.nodes = nodes;
    this.tables = tables;
  }

  List<Finding> all() {
    Map<Effective, List<NodeId>> alike = new LinkedHashMap<>();
    nodes.forEach(
        (node, report) -> {
          Effective values = Effective.on(report, catalogue);
          List<NodeId> here = List.of(node);
          oldKeys(report, here);
          values.values().forEach((name, value) -> single("", here, name, value));
          contradictions("", here, values, false);
          alike
              .computeIfAbsent(
                  values.withoutMeasured(SettingsReview.PARTITIONS), same -> new ArrayList<>())
              .add(node);
        });
    tables.forEach(
        (table, report) ->
            report.families().keySet().forEach(family -> ofFamily(table, report, family, alike)));
    return found.entrySet().stream()
        .map(
            entry -> {
              Finding one = entry.getKey();
              List<NodeId> on = entry.getValue().stream().distinct().sorted().toList();
              return new Finding(
                  one.severity(), one.rule(), one.subject(), on, one.sentence(), one.source());
            })
        .sorted(Comparator.comparing(Finding::severity))
        .toList();
  }

  /** Nodes with the same values are judged once. */
  private void ofFamily(
      TableId table, TableReport report, String family, Map<Effective, List<NodeId>> alike) {
    String subject = table + "." + family;
    alike.forEach(
        (values, on) -> {
          Effective inside = values.in(table, report, family, catalogue);
          inside
              .own()
              .keySet()
              .forEach(
                  name -> {
                    ReportedValue value = inside.values().get(name);
                    if (value != null) {
                      single(subject, on, name, value);
                    }
                  });
          contradictions(subject, on, inside, true);
        });
  }

  private void oldKeys(NodeReport report, List<NodeId> on) {
    for (Parameter parameter : catalogue.parameters()) {
      for (String old : parameter.replaced()) {
        ReportedValue value = report.values().get(old);
        if (value != null && !value.value().isBlank()) {
          add(
              Severity.WARNING,
              "old-key",
              "",
              on,
              "%s is set to %s in %s, and means something else than %s, which replaced it."
                  .formatted(old, value.value(), value.origin(), parameter.key()),
              CATALOGUE);
        }
      }
    }
  }

  /** Checks a value by itself. */
  private void single(String subject, List<NodeId> on, String name, ReportedValue value) {
    Parameter parameter = parameters.get(name);
    if (parameter == null || value.origin().equals(Effective.BUILT_IN)) {
      return;
    }
    Unit unit = parameter.unit();
    if (!unit.takes(value.value())) {
      add(
          Severity.ERROR,
          "unreadable",
          subject,
          on,
          "%s: want %s, got '%s' (%s)."
              .formatted(parameter.key(), unit.word(), value.value(), value.origin()),
          CATALOGUE);
      return;
    }
    unit.number(value.value())
        .filter(number -> !parameter.range().contains(number))
        .ifPresent(
            number ->
                add(
                    Severity.WARNING,
                    "range",
                    subject,
                    on,
                    "%s: want %s, got %s (%s)."
                        .formatted(
                            parameter.key(),
                            parameter.range().shown(unit),
                            unit.shown(value.value()),
                            value.origin()),
                    CATALOGUE));
  }

  /**
   * @param ownOnly only what a value of this very place takes part in
   */
  private void contradictions(String subject, List<NodeId> on, Effective values, boolean ownOnly) {
    Map<String, Object> known = values.forFormulas(parameters);
    rules.forEach(
        (rule, when) -> {
          if ((!ownOnly || concerns(rule, values.own().keySet()))
              && when.holds(known).orElse(false)) {
            add(
                rule.severity(),
                rule.name(),
                subject,
                on,
                Placeholders.fill(rule.says(), name -> shown(name, known)),
                rule.source());
          }
        });
  }

  private boolean concerns(Contradiction rule, Set<String> own) {
    Set<String> needed = needs.getOrDefault(rule, Set.of());
    return own.stream().anyMatch(name -> containsIgnoringCase(needed, name));
  }

  private static boolean containsIgnoringCase(Set<String> names, String name) {
    return names.stream().anyMatch(name::equalsIgnoreCase);
  }

  private String shown(String name, Map<String, Object> known) {
    Object value = known.get(name);
    Parameter parameter = parameters.get(name);
    Unit unit = parameter != null ? parameter.unit() : catalogue.measured().get(name);
    if (value == null || unit == null) {
      return "-";
    }
    return unit.shown(
        value instanceof BigDecimal number ? number.toPlainString() : value.toString());
  }

  private void add(
      Severity severity,
      String rule,
      String subject,
      List<NodeId> on,
      String sentence,
      String source) {
    found
        .computeIfAbsent(
            new Finding(severity, rule, subject, List.of(), sentence, source),
            same -> new ArrayList<>())
        .addAll(on);
  }
}
