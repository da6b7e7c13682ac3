package io.proteus.core.plan.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.fixture.Figures;
import io.proteus.core.plan.Estimate;
import io.proteus.core.strategy.Evidence;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.Width;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * How often a load is within an interval that is given for it a minute or more before. The loads
 * are those that `serve` saw of a real HBase and a real Redis on a machine with much else to do,
 * while nodes were drained and filled: they change by a third to a half by themselves.
 */
class RealLoadsTest {
  private static final int WINDOW = 4;
  private static final double NEWEST = 0.5;

  /** From a prediction to its judgement: the plan and the cooldown took so long there. */
  private static final List<Integer> SPANS_SECONDS = List.of(60, 90);

  private record Moment(double seconds, double throughput) {}

  private record Change(double known, Moment before, Moment after) {}

  @Test
  void intervalsThatKnowTheLoadHoldWhereAssumedOnesDoNot() throws Exception {
    int all = 0;
    int assumed = 0;
    int learned = 0;
    for (String store : List.of("hbase", "redis")) {
      List<Moment> load = smoothed(load(store));
      for (int span : SPANS_SECONDS) {
        List<Change> changes = changes(load, span);
        for (Change change : changes) {
          Evidence quiet = before(change, changes, span);
          if (quiet.plans() > 1.5) { // two spans or more
            all++;
            assumed += holds(change, Evidence.NONE) ? 1 : 0;
            learned += holds(change, quiet) ? 1 : 0;
          }
        }
      }
    }
    System.out.printf(
        "real loads: %d of %d within their interval, %d if noise is assumed%n",
        learned, all, assumed);

    assertThat(all).isGreaterThan(150);
    assertThat((double) assumed / all).isLessThan(0.5);
    assertThat((double) learned / all).isBetween(0.75, 0.95);
  }

  private static boolean holds(Change change, Evidence quiet) {
    Estimate estimate =
        GainRegression.ofThroughput(PlanKind.RECONFIGURE, Figures.COSTS.gains())
            .onLoad(quiet)
            .after(change.before().throughput(), 0, 0, Evidence.NONE, Width.USUAL);
    return estimate.holds(change.after().throughput());
  }

  /** What was seen by then, in spans one after the other. */
  private static Evidence before(Change change, List<Change> all, int span) {
    Evidence quiet = Evidence.NONE;
    double last = Double.NEGATIVE_INFINITY;
    for (Change earlier : all) {
      if (earlier.known() <= change.before().seconds() && earlier.known() - last >= span) {
        quiet = quiet.with(0, earlier.before().throughput(), earlier.after().throughput());
        last = earlier.known();
      }
    }
    return quiet;
  }

  private static List<Change> changes(List<Moment> load, int span) {
    List<Change> changes = new ArrayList<>();
    for (Moment now : load) {
      load.stream()
          .filter(later -> later.seconds() - now.seconds() >= span)
          .findFirst()
          .ifPresent(later -> changes.add(new Change(later.seconds(), now, later)));
    }
    return changes;
  }

  private static List<Moment> smoothed(List<Moment> load) {
    List<Moment> means = new ArrayList<>();
    for (int i = WINDOW - 1; i < load.size(); i++) {
      double mean = load.get(i - WINDOW + 1).throughput();
      for (Moment moment : load.subList(i - WINDOW + 2, i + 1)) {
        mean = NEWEST * moment.throughput() + (1 - NEWEST) * mean;
      }
      means.add(new Moment(load.get(i).seconds(), mean));
    }
    return means;
  }

  private static List<Moment> load(String store) throws Exception {
    try (InputStream file = RealLoadsTest.class.getResourceAsStream("/loads/" + store + ".csv")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split(","))
          .map(it -> new Moment(Double.parseDouble(it[0]), Double.parseDouble(it[1])))
          .toList();
    }
  }
}
