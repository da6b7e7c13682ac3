package io.proteus.lab.failover;

import static io.proteus.lab.result.Column.text;

import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.result.Table;
import java.time.Duration;
import java.util.List;

/**
 * What came of leaders that were killed and stopped while they carried plans out.
 *
 * @param moves that the master took
 * @param afterAnother moves that the master took from one whose claim another had taken
 * @param byTwo moves of one plan that the master took from two
 */
record FailoverResult(
    List<Trial> trials, int moves, List<String> afterAnother, List<String> byTwo) {
  private static final Duration LONGEST_TAKEOVER = Duration.ofSeconds(15);
  private static final String COMPLETED = "completed";

  FailoverResult {
    trials = List.copyOf(trials);
    afterAnother = List.copyOf(afterAnother);
    byTwo = List.copyOf(byTwo);
  }

  /**
   * One leader that fell.
   *
   * @param fault killed, or stood still
   * @param after steps of its plan that were done
   * @param takeover from the fault until another led
   * @param outcome of the plan, as the next leader ended it
   * @param planEnded from the fault until then
   */
  record Trial(
      int number, String fault, int after, Duration takeover, String outcome, Duration planEnded) {

    private List<Cell> cells() {
      return List.of(
          Cell.of(number),
          Cell.of(fault),
          Cell.of(after),
          Cell.of(seconds(takeover)),
          Cell.of(outcome),
          Cell.of(seconds(planEnded)));
    }
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  List<Section> sections() {
    Cell takeovers =
        Cell.of(Spread.of(trials.stream().map(trial -> seconds(trial.takeover())).toList()));
    Section summary =
        Section.of(
            "Leaders that fell",
            "A takeover is the time from the fault until another led.",
            Table.of(
                List.of(
                    text("what"),
                    new Column("leaders", Kind.COUNT),
                    new Column("takeover, s", Kind.SECONDS),
                    new Column("moves that the HMaster took", Kind.COUNT),
                    new Column("after another had taken the lead", Kind.COUNT),
                    new Column("from two of one plan", Kind.COUNT)),
                List.of(
                    List.of(
                        Cell.of("killed or stopped"),
                        Cell.of(trials.size()),
                        takeovers,
                        Cell.of(moves),
                        Cell.of(afterAnother.size()),
                        Cell.of(byTwo.size())))));
    Section each =
        Section.of(
            "Every leader",
            "",
            Table.ofDetails(
                List.of(
                    new Column("number", Kind.COUNT),
                    text("fault"),
                    new Column("after steps", Kind.COUNT),
                    new Column("takeover, s", Kind.SECONDS),
                    text("outcome of its plan"),
                    new Column("plan ended, s", Kind.SECONDS)),
                trials.stream().map(Trial::cells).toList()));
    return List.of(summary, each);
  }

  List<Criterion> criteria() {
    return List.of(
        new Criterion("No move came from a leader whose claim another had taken.", afterAnother),
        new Criterion("No move of one plan came from two.", byTwo),
        Criterion.of("The HMaster took moves.", moves > 0),
        new Criterion(
            "Another led within %d s.".formatted(LONGEST_TAKEOVER.toSeconds()),
            trials.stream()
                .filter(trial -> trial.takeover().compareTo(LONGEST_TAKEOVER) > 0)
                .map(
                    trial ->
                        "leader %d: another led after %.1f s"
                            .formatted(trial.number(), seconds(trial.takeover())))
                .toList()),
        new Criterion(
            "The next leader completed every plan.",
            trials.stream()
                .filter(trial -> !trial.outcome().equals(COMPLETED))
                .map(trial -> "leader %d: its plan %s".formatted(trial.number(), trial.outcome()))
                .toList()));
  }
}
