package io.proteus.app.server;

import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.core.model.CostModel;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Whether the daemon is well.
 *
 * @param period from cycle to cycle
 * @param costs what changes cost on this kind of store, by which steps are waited for
 */
record Health(Live live, Duration period, CostModel costs) {
  /** A store and a cloud that answer at their limits, and a node that is started again. */
  private static final Duration LONGEST_CYCLE = Duration.ofMinutes(15);

  static Health of(Live live, MonitorSettings sampling, CostModel costs) {
    return new Health(live, sampling.period(), costs);
  }

  /**
   * An answer of a health check.
   *
   * @param status up or down
   * @param reason why
   */
  record Status(String status, String reason, Instant lastSign) {
    boolean isUp() {
      return status.equals("up");
    }
  }

  /**
   * Of several clusters: up while one is, so that one that hangs does not have the others' loops
   * ended too; those that are not up are named.
   */
  static Status together(Map<String, Status> each) {
    if (each.size() == 1) {
      return each.values().iterator().next();
    }
    String troubles =
        each.entrySet().stream()
            .filter(one -> !one.getValue().isUp())
            .map(one -> one.getKey() + ": " + one.getValue().reason())
            .collect(Collectors.joining("; "));
    boolean up = each.values().stream().anyMatch(Status::isUp);
    Instant last =
        each.values().stream().map(Status::lastSign).max(Comparator.naturalOrder()).orElseThrow();
    return new Status(
        up ? "up" : "down", troubles.isEmpty() ? "all clusters are well" : troubles, last);
  }

  /** Whether the loop goes on; if not, the process should be started anew. */
  Status alive() {
    Duration silent = live.silent();
    Duration longestStep = live.run().map(run -> run.longestStep(costs)).orElse(Duration.ZERO);
    return silent.compareTo(period.plus(LONGEST_CYCLE).plus(longestStep)) <= 0
        ? up("the loop goes on")
        : down("the loop has not been heard of for %d s".formatted(silent.toSeconds()));
  }

  /** Whether what is answered is of now. */
  Status ready() {
    if (live.seen().isEmpty()) {
      return down("the cluster has not been observed yet");
    }
    if (!live.isReadable()) {
      return down("the last cycle could not read the cluster");
    }
    if (live.isStale()) {
      return down(
          "the figures are %d s old".formatted(live.age().map(Duration::toSeconds).orElse(0L)));
    }
    return alive().isUp() ? up("the cluster is observed") : alive();
  }

  private Status up(String reason) {
    return new Status("up", reason, live.alive());
  }

  private Status down(String reason) {
    return new Status("down", reason, live.alive());
  }
}
