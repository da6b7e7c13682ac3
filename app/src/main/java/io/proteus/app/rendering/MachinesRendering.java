package io.proteus.app.rendering;

import io.proteus.app.view.Figures;
import io.proteus.app.view.MachineRow;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineTags;
import io.proteus.core.words.Words;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The machines under a cluster as a table, with what they cost together. */
public record MachinesRendering(Words words, int width, Paint paint) {

  /**
   * The table.
   *
   * @param now from which on ages count
   * @param cluster that this cluster's machines are tagged for; empty where the cloud has no tags
   */
  public String render(List<MachineRow> rows, Instant now, Optional<String> cluster) {
    Grid<MachineRow> grid =
        new Grid<MachineRow>()
            .text(words.node().one(), 0, row -> row.node().value())
            .text("state", 0, MachinesRendering::state)
            .text("machine", 4, row -> told(row, machine -> Optional.of(machine.id())))
            .text("type", 2, row -> told(row, Machine::type))
            .text("zone", 3, row -> told(row, Machine::zone))
            .figure(
                "age",
                1,
                row ->
                    told(
                        row,
                        machine ->
                            Optional.of(
                                Figures.duration(Duration.between(machine.created(), now)))))
            .figure(
                "price/h",
                0,
                row -> told(row, machine -> machine.pricePerHour().map(BigDecimal::toPlainString)))
            .text("whose", 0, row -> told(row, machine -> whose(machine, cluster)));
    return grid.render(rows, width, paint) + "\n\n" + together(rows);
  }

  private static String told(MachineRow row, Function<Machine, Optional<String>> figure) {
    return row.machine().flatMap(figure).orElse(Figures.UNKNOWN);
  }

  private static String state(MachineRow row) {
    String state =
        switch (row.use()) {
          case SERVES -> "serves";
          case FOLLOWS -> "follows another";
          case NONE -> "machine alone";
        };
    return row.machine()
        .map(machine -> state + machine.takenBack().map(notice -> ", taken back soon").orElse(""))
        .orElse(state + ", machine unknown");
  }

  /** A machine without tags is the operator's only where the cloud tells tags. */
  private static Optional<String> whose(Machine machine, Optional<String> cluster) {
    return MachineTags.read(machine.tags())
        .map(tags -> whose(tags, cluster))
        .or(() -> cluster.map(tagged -> "yours"));
  }

  private static String whose(MachineTags tags, Optional<String> cluster) {
    if (cluster.isPresent() && !cluster.get().equals(tags.cluster())) {
      return "Proteus, for cluster " + tags.cluster();
    }
    return tags.plan().isEmpty() ? "Proteus" : "Proteus, " + tags.plan();
  }

  /** What they cost; a sum that lacks some says so. */
  private String together(List<MachineRow> rows) {
    List<Machine> machines = rows.stream().flatMap(row -> row.machine().stream()).toList();
    List<BigDecimal> prices =
        machines.stream().flatMap(machine -> machine.pricePerHour().stream()).toList();
    String many = Figures.count(machines.size(), "machine", "machines");
    if (prices.isEmpty()) {
      return many + "; the cloud tells no prices.";
    }
    String sum = prices.stream().reduce(BigDecimal.ZERO, BigDecimal::add).toPlainString();
    int unknown = machines.size() - prices.size();
    return unknown == 0
        ? "%s for %s an hour.".formatted(many, sum)
        : "%s; those with a known price cost %s an hour, and that of %,d is unknown."
            .formatted(many, sum, unknown);
  }
}
