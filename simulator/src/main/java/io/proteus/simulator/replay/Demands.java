package io.proteus.simulator.replay;

import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.simulator.replay.Past.Survey;
import io.proteus.simulator.scenario.Operations;
import io.proteus.simulator.scenario.Recording.Demand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the clients of each table asked for, from observation to observation. Between two that do
 * not touch, it goes in a straight line: nothing is known of that time, least of all that nobody
 * asked.
 */
final class Demands {
  /** Two observations touch when no more is between them than it may take to read the metrics. */
  static final Duration TOUCH = Duration.ofSeconds(10);

  private static final Duration BRIDGE_STEP = Duration.ofMinutes(1);

  private final Past past;
  private final Map<TableId, List<PartitionId>> partitions;

  /**
   * @param partitions of each table, in the order of their shares
   */
  Demands(Past past, Map<TableId, List<PartitionId>> partitions) {
    this.past = past;
    this.partitions = partitions;
  }

  Map<String, List<Demand>> byTable() {
    Map<String, List<Demand>> byTable = new HashMap<>();
    partitions.forEach((table, ids) -> byTable.put(table.value(), of(table, ids)));
    return byTable;
  }

  private List<Demand> of(TableId table, List<PartitionId> ids) {
    Shares shares = new Shares(ids);
    List<Survey> surveys = new ArrayList<>(past.surveys());
    List<Demand> demands = new ArrayList<>();
    Operations mix = new Operations(1, 0, 0, 0, 0);
    Look before = null;
    for (Look look : past.telling()) {
      if (before != null && isGap(before, look)) {
        mix = bridge(table, before, look, mix, shares, demands);
      }
      // a survey is made of an observation and written down just after it
      while (!surveys.isEmpty() && !surveys.get(0).at().isAfter(look.at().plus(TOUCH))) {
        shares.take(surveys.remove(0).seen());
      }
      mix = add(rates(look, table), past.since(look.from()), mix, shares, demands);
      before = look;
    }
    return List.copyOf(demands);
  }

  static boolean isGap(Look before, Look after) {
    return before.at().plus(TOUCH).isBefore(after.from());
  }

  private Operations bridge(
      TableId table, Look before, Look after, Operations mix, Shares shares, List<Demand> demands) {
    Duration gap = Duration.between(before.at(), after.from());
    Operations last = mix;
    for (Instant at = before.at(); at.isBefore(after.from()); at = at.plus(BRIDGE_STEP)) {
      double passed = (double) Duration.between(before.at(), at).toMillis() / gap.toMillis();
      RequestRates between = rates(after, table).blend(passed, rates(before, table));
      last = add(between, past.since(at), last, shares, demands);
    }
    return last;
  }

  private RequestRates rates(Look look, TableId table) {
    return past.surveys().isEmpty() ? look.all() : look.of(table);
  }

  private static Operations add(
      RequestRates rates, Duration from, Operations mix, Shares shares, List<Demand> demands) {
    double total = rates.total();
    Operations now =
        total > 0
            ? new Operations(
                rates.reads() / total, rates.writes() / total, 0, rates.scans() / total, 0)
            : mix;
    demands.add(new Demand(from, total, now, shares.now()));
    return now;
  }

  /** Each partition's share of its table's requests; what is not known stays as it was last. */
  private static final class Shares {
    private final List<PartitionId> ids;
    private final double[] busy;
    private List<Double> now;

    Shares(List<PartitionId> ids) {
      this.ids = ids;
      this.busy = new double[ids.size()];
      this.now = shares();
    }

    void take(ClusterSurveyed survey) {
      Map<PartitionId, Double> seen = new HashMap<>();
      for (ClusterSurveyed.Held held : survey.partitions()) {
        Partition partition = held.partition();
        RequestRates rates = held.requestsPerSecond();
        if (rates != null) {
          seen.put(partition.id(), rates.total());
        }
      }
      for (int i = 0; i < busy.length; i++) {
        busy[i] = seen.getOrDefault(ids.get(i), busy[i]);
      }
      now = shares();
    }

    List<Double> now() {
      return now;
    }

    private List<Double> shares() {
      double sum = 0;
      for (double each : busy) {
        sum += each;
      }
      List<Double> shares = new ArrayList<>();
      for (double each : busy) {
        shares.add(sum > 0 ? each / sum : 1.0 / busy.length);
      }
      return List.copyOf(shares);
    }
  }
}
