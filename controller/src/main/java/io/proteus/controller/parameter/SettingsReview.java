package io.proteus.controller.parameter;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Recommendation;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.Scope;
import io.proteus.core.parameter.TableReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a cluster beside their defaults and recommendations. Nodes with the same value
 * share a row.
 *
 * @param catalogue what the store's parameters are
 * @param nodes what each says
 * @param tables what is set on each
 * @param advice what is recommended besides
 */
public record SettingsReview(
    ParameterCatalogue catalogue,
    SortedMap<NodeId, NodeReport> nodes,
    SortedMap<TableId, TableReport> tables,
    Advice advice) {
  private static final Advice NO_ADVICE = new Advice("", present -> Map.of());

  /** A measured name that is no setting: how many partitions a node serves. */
  static final String PARTITIONS = "partitions";

  public SettingsReview(
      ParameterCatalogue catalogue,
      Map<NodeId, NodeReport> nodes,
      Map<TableId, TableReport> tables) {
    this(catalogue, new TreeMap<>(nodes), new TreeMap<>(tables), NO_ADVICE);
  }

  /** The same with what somebody recommends; the catalogue's own counts for the rest. */
  public SettingsReview advisedBy(Advice other) {
    return new SettingsReview(catalogue, nodes, tables, other);
  }

  /** Why some nodes' values are not known, by node. */
  public SortedMap<NodeId, String> gaps() {
    SortedMap<NodeId, String> gaps = new TreeMap<>();
    nodes.forEach(
        (node, report) -> {
          String gap = report.gap();
          if (gap != null) {
            gaps.put(node, gap);
          }
        });
    return gaps;
  }

  /** The parameters of nodes, of the whole cluster and of clients. */
  public List<ParameterRow> ofNodes() {
    Map<NodeId, Place> values = places();
    List<ParameterRow> rows = new ArrayList<>();
    for (Parameter parameter : catalogue.parameters()) {
      if (parameter.isSetFor(Scope.NODE) || parameter.isSetFor(Scope.CLUSTER)) {
        rows.addAll(rows(parameter, "", values));
      } else if (parameter.isSetFor(Scope.CLIENT)) {
        rows.add(unknown(parameter, "", List.of(), "each client has its own configuration"));
      }
    }
    return rows;
  }

  /** The parameters of a table and of each of its column families. */
  public List<ParameterRow> ofTable(TableId table) {
    return ofTable(table, effective());
  }

  private List<ParameterRow> ofTable(TableId table, Map<NodeId, Effective> onNodes) {
    TableReport report = tables.get(table);
    if (report == null) {
      return List.of();
    }
    List<ParameterRow> rows = new ArrayList<>();
    new TreeMap<>(report.families())
        .keySet()
        .forEach(
            family -> {
              Map<NodeId, Place> inside = new TreeMap<>();
              onNodes.forEach(
                  (node, values) ->
                      inside.put(node, place(values.in(table, report, family, catalogue))));
              for (Parameter parameter : catalogue.parameters()) {
                if (parameter.isSetFor(Scope.TABLE) || parameter.isSetFor(Scope.COLUMN_FAMILY)) {
                  rows.addAll(rows(parameter, table + "." + family, inside));
                }
              }
            });
    return rows;
  }

  /** The values of tables and column families that differ from their defaults. */
  public List<ParameterRow> changedOnTables() {
    Map<NodeId, Effective> onNodes = effective();
    return tables.keySet().stream()
        .flatMap(table -> ofTable(table, onNodes).stream())
        .filter(row -> row.isChanged() && isOfATable(row.origin()))
        .toList();
  }

  private static boolean isOfATable(String origin) {
    return origin.startsWith("table ") || origin.startsWith("column family ");
  }

  /** All findings, the worst first. */
  public List<Finding> findings() {
    return new SettingsFindings(catalogue, nodes, tables).all();
  }

  private Map<NodeId, Effective> effective() {
    Map<NodeId, Effective> values = new TreeMap<>();
    nodes.forEach((node, report) -> values.put(node, Effective.on(report, catalogue)));
    return values;
  }

  /** The values and recommendations of one place, computed once for all parameters. */
  private record Place(Effective values, Map<String, Object> known, Map<String, String> advised) {}

  private Place place(Effective values) {
    Map<String, Object> known = values.forFormulas(catalogue.byName());
    return new Place(values, known, advice.values().apply(known));
  }

  private Map<NodeId, Place> places() {
    Map<NodeId, Place> places = new TreeMap<>();
    effective().forEach((node, values) -> places.put(node, place(values)));
    return places;
  }

  private record Shared(
      @Nullable String value,
      String origin,
      @Nullable String usual,
      @Nullable String recommended,
      @Nullable String recommendedBy) {}

  private List<ParameterRow> rows(Parameter parameter, String subject, Map<NodeId, Place> values) {
    Map<Shared, List<NodeId>> shared = new LinkedHashMap<>();
    values.forEach(
        (node, place) ->
            shared
                .computeIfAbsent(shared(parameter, node, place), same -> new ArrayList<>())
                .add(node));
    List<ParameterRow> rows = new ArrayList<>();
    shared.forEach(
        (same, on) ->
            rows.add(
                new ParameterRow(
                    parameter,
                    subject,
                    List.copyOf(on),
                    same.value(),
                    same.origin(),
                    same.usual(),
                    same.recommended(),
                    same.recommendedBy())));
    return rows;
  }

  private Shared shared(Parameter parameter, NodeId node, Place place) {
    NodeReport report = nodes.get(node);
    String version = report == null ? "" : catalogue.versionOf(report.version()).orElse("");
    ReportedValue value = place.values().values().get(parameter.name());
    String usual = parameter.defaultIn(version).orElse(null);
    String gap = report == null ? null : report.gap();
    String origin =
        value != null ? value.origin() : gap != null ? "not known: " + gap : notSet(parameter);
    String advised = place.advised().get(parameter.name());
    String recommended =
        advised != null ? advised : recommended(parameter, place.known()).orElse(null);
    Recommendation own = parameter.recommendation();
    return new Shared(
        value == null ? null : value.value(),
        origin,
        usual,
        recommended,
        advised != null
            ? advice.source()
            : recommended == null || own == null ? null : own.source());
  }

  private static String notSet(Parameter parameter) {
    String from = parameter.defaultFrom();
    return from.equals("none") ? "not set" : "not set: " + from;
  }

  private ParameterRow unknown(
      Parameter parameter, String subject, List<NodeId> on, String because) {
    String usual =
        catalogue.versions().isEmpty()
            ? null
            : parameter
                .defaultIn(catalogue.versions().get(catalogue.versions().size() - 1))
                .orElse(null);
    return new ParameterRow(
        parameter, subject, on, null, "not known: " + because, usual, null, null);
  }

  private static Optional<String> recommended(Parameter parameter, Map<String, Object> known) {
    Recommendation recommendation = parameter.recommendation();
    if (recommendation == null) {
      return Optional.empty();
    }
    Formula formula = new Formula(recommendation.formula());
    return parameter.unit().isNumber()
        ? formula.number(known).map(parameter.unit()::rounded)
        : formula.value(known);
  }
}
