package io.proteus.simulator.replay;

import io.proteus.simulator.replay.Replay.FirstSight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What whoever reads a replay's figures has to know.
 *
 * @param settings of Proteus that were given
 */
record Remarks(
    Past past,
    Recorded recorded,
    Assumptions assumptions,
    FirstSight first,
    Map<String, Object> settings) {

  /** Less is what came and went between two readings of the counters. */
  private static final double LEAST_UNLISTED = 0.01;

  List<String> sentences() {
    List<String> all = new ArrayList<>();
    all.add(
        String.format(
            Locale.ROOT,
            "Recorded: %,.2f million operations in %s, up to %d nodes, %,.1f node hours, %d"
                + " resizes. 'none' replays that as it was.",
            recorded.operations() / 1e6,
            length(Duration.between(recorded.from(), recorded.until())),
            recorded.mostNodes(),
            recorded.nodeHours(),
            recorded.resizes()));
    if (recorded.saturated() > 0) {
      all.add(
          "In %d of %d observations a node was at %.0f %% CPU and I/O wait or more: clients may have wanted more than was recorded. So a strategy with more nodes may have answered more than is shown."
              .formatted(recorded.saturated(), recorded.observations(), 100 * Replay.SATURATED));
    }
    if (recorded.silences() > 0) {
      all.add(
          "Nothing is known of %d times, %s together, the longest %s (Proteus acted, was down, or could not see): between them the load goes in a straight line."
              .formatted(
                  recorded.silences(),
                  length(Duration.ofSeconds(recorded.silentSeconds())),
                  length(Duration.ofSeconds(recorded.longestSilenceSeconds()))));
    }
    if (past.ahead() > 0) {
      all.add(
          "The clock of Proteus was set back: %d observations whose times are later than those of observations after them are left out."
              .formatted(past.ahead()));
    }
    if (first.isGuess()) {
      all.add(
          "This journal has no surveys (an older Proteus wrote it): the partitions are taken as one table, alike, evenly spread, of %s each (partitionSize)."
              .formatted(assumptions.partitionSize()));
    }
    if (first.dropped() > 0) {
      all.add(
          "%d partitions came while it was recorded (splits); their requests go to the others of their table."
              .formatted(first.dropped()));
    }
    int unlisted = past.surveys().stream().mapToInt(s -> s.seen().unlisted()).max().orElse(0);
    if (unlisted > 0) {
      all.add(
          "Surveys list the busiest partitions only: up to %d were not written down at a time, and those that never were are not there. %d that were written down later are taken as if they had been there from the beginning; which of them came of splits cannot be told."
              .formatted(unlisted, first.late()));
    }
    all.addAll(notWrittenDown());
    all.add(assumed());
    if (settings.isEmpty()) {
      all.add("Settings of Proteus: the defaults. --config FILE takes a cluster's own.");
    }
    if (!settings.containsKey("nodes")) {
      all.add(
          "Strategies may use 1 to %d nodes, twice as many as there were, as no nodes.max was given."
              .formatted(Replay.ROOM * recorded.mostNodes()));
    }
    return all;
  }

  /** Observations are bounded: they name the busiest nodes and tables. */
  private List<String> notWrittenDown() {
    List<String> all = new ArrayList<>();
    if (past.telling().stream().anyMatch(look -> look.names().isEmpty())) {
      all.add(
          "Of the nodes the busiest alone were written down: the CPU is theirs, and so the cores may seem slower than they are; nodes come and go with the surveys, which the resizes that were recorded do not count.");
    }
    double unlisted = past.telling().stream().mapToDouble(Look::unlisted).max().orElse(0);
    if (!first.isGuess() && unlisted >= LEAST_UNLISTED) {
      all.add(
          String.format(
              Locale.ROOT,
              "Up to %.0f %% of the requests went to tables that were not written down, as the busiest are: nobody asks for these here.",
              100 * unlisted));
    }
    return all;
  }

  private String assumed() {
    String given =
        assumptions.given().isEmpty()
            ? ""
            : " Given: "
                + String.join(
                    ", ",
                    assumptions.given().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .toList())
                + ".";
    return "A journal does not tell row sizes, rows a scan, hot data, think times, and hardware; they are assumed as docs/scenarios.md has them, all writes as updates (--assume KEY=VALUE changes them: %s).%s"
        .formatted(String.join(", ", Assumptions.keys()), given);
  }

  private static String length(Duration time) {
    long seconds = time.toSeconds();
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7200
        ? (seconds + 30) / 60 + " min"
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600.0);
  }
}
