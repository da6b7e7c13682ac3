package io.proteus.lab.report;

import io.proteus.lab.report.Wording.Cell;
import io.proteus.lab.result.ArrangementResult;
import io.proteus.lab.result.DataSizeResult;
import io.proteus.lab.result.ExperimentResult;
import io.proteus.lab.result.Figures;
import io.proteus.lab.result.RepeatResult;
import io.proteus.lab.result.ServerResult;
import io.proteus.lab.result.Spread;
import io.proteus.lab.result.TenantDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of a report at one data size: arrangements are the rows. */
final class ReportTables {
  private final ExperimentResult result;
  private final DataSizeResult size;
  private final Figures figures;

  ReportTables(ExperimentResult result, DataSizeResult size) {
    this.result = result;
    this.size = size;
    this.figures = new Figures(result.tenants(), size);
  }

  List<Table> all() {
    var tables = new ArrayList<Table>();
    tables.add(throughput());
    tables.add(latency());
    tables.add(
        ratios(
            "Geometric mean of the tenants' ratios",
            "Row over column. No tenant dominates it; capped tenants are left out.",
            figures::geometricMeanRatio));
    tables.add(
        ratios(
            "Ratio of total throughput",
            "Row over column. Dominated by the tenants that are answered from a cache.",
            figures::totalRatio));
    tables.add(tenantRatios());
    cacheHits().ifPresent(tables::add);
    return tables;
  }

  private Table throughput() {
    var columns = new ArrayList<String>(tenantNames());
    columns.add("total");
    return table(
        "Throughput, operations/s",
        "Median of the repeats, and their range.",
        columns,
        arrangement -> {
          var cells = new ArrayList<Cell>();
          for (String tenant : tenantNames()) {
            cells.add(Wording.cell(figures.throughput(arrangement.id(), tenant), Wording::rate));
          }
          cells.add(Wording.cell(figures.total(arrangement.id()), Wording::rate));
          return cells;
        });
  }

  private Table latency() {
    return table(
        "99th percentile of latency, ms",
        "From sending to answer, all operations of a tenant. In a closed loop a slow store also"
            + " keeps operations from being sent, which this does not show.",
        tenantNames(),
        arrangement ->
            tenantNames().stream()
                .map(
                    tenant ->
                        Wording.cell(
                            figures.p99Micros(arrangement.id(), tenant), Wording::milliseconds))
                .toList());
  }

  private Table ratios(
      String title, String note, BiFunction<String, String, Optional<Spread>> ratio) {
    return table(
        title,
        note,
        letters(),
        arrangement ->
            size.arrangements().stream()
                .map(
                    other ->
                        other == arrangement
                            ? new Cell("1", "")
                            : Wording.cell(
                                ratio.apply(arrangement.id(), other.id()), Wording::ratio))
                .toList());
  }

  private Table tenantRatios() {
    return table(
        "Throughput of each tenant over " + result.baseline(),
        "Ratios of repeats that were measured close together.",
        tenantNames(),
        arrangement ->
            tenantNames().stream()
                .map(
                    tenant ->
                        Wording.cell(
                            figures.ratio(arrangement.id(), result.baseline(), tenant),
                            Wording::ratio))
                .toList());
  }

  private Optional<Table> cacheHits() {
    List<String> servers =
        size.arrangements().stream()
            .flatMap(arrangement -> arrangement.repeats().stream())
            .flatMap(repeat -> repeat.servers().stream())
            .map(ServerResult::server)
            .distinct()
            .sorted()
            .toList();
    if (servers.isEmpty()) {
      return Optional.empty();
    }
    DoubleFunction<String> percent = Wording::percent;
    return Optional.of(
        table(
            "Block cache hit ratio",
            "Of each server, with the profiles it had.",
            servers,
            arrangement ->
                servers.stream()
                    .map(
                        server -> {
                          Cell ratio =
                              Wording.cell(
                                  figures.cacheHitRatio(arrangement.id(), server), percent);
                          return new Cell(
                              ratio.text(),
                              Stream.of(ratio.range(), profiles(arrangement, server))
                                  .filter(text -> !text.isBlank())
                                  .reduce((left, right) -> left + ", " + right)
                                  .orElse(""));
                        })
                    .toList()));
  }

  private static String profiles(ArrangementResult arrangement, String server) {
    return String.join(
        " / ",
        arrangement.repeats().stream()
            .map(RepeatResult::servers)
            .flatMap(List::stream)
            .filter(result -> result.server().equals(server))
            .map(ServerResult::profile)
            .filter(Objects::nonNull)
            .distinct()
            .toList());
  }

  private List<String> tenantNames() {
    return result.tenants().stream().map(TenantDescription::name).toList();
  }

  private List<String> letters() {
    return Stream.iterate(0, index -> index + 1)
        .limit(size.arrangements().size())
        .map(Wording::letter)
        .toList();
  }

  private Table table(
      String title,
      String note,
      List<String> columns,
      Function<ArrangementResult, List<Cell>> cells) {
    var rows = new ArrayList<Row>();
    for (int index = 0; index < size.arrangements().size(); index++) {
      ArrangementResult arrangement = size.arrangements().get(index);
      rows.add(new Row(Wording.letter(index), arrangement.title(), cells.apply(arrangement)));
    }
    return new Table(title, note, columns, rows);
  }

  /** A table as the template wants it. */
  record Table(String title, String note, List<String> columns, List<Row> rows) {}

  /** One arrangement's row. */
  record Row(String letter, String title, List<Cell> cells) {}
}
