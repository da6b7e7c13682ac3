package io.proteus.lab.failover;

import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of leaders that were killed and stopped while they carried plans out. */
record FailoverResult(List<Trial> trials, Witness witness) {
  private static final Duration LONGEST_TAKEOVER = Duration.ofSeconds(15);
  private static final String COMPLETED = "completed";

  FailoverResult {
    trials = List.copyOf(trials);
  }

  /**
   * What the HMaster saw.
   *
   * @param moves that it took
   * @param afterAnother moves that it took from one whose claim another had taken
   * @param byTwo moves of one plan that it took from two
   */
  record Witness(int moves, List<String> afterAnother, List<String> byTwo) {
    static final Witness NOTHING = new Witness(0, List.of(), List.of());

    Witness {
      afterAnother = List.copyOf(afterAnother);
      byTwo = List.copyOf(byTwo);
    }
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
      int number, String fault, int after, Duration takeover, String outcome, Duration planEnded) {}

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  List<Section> sections() {
    return List.of(
        Section.of(
            "Leaders that fell",
            "A takeover is the time from the fault until another led.",
            new Columns<Witness>()
                .text("what", seen -> "killed or stopped")
                .count("leaders", seen -> trials.size())
                .figure("takeover, s", Kind.SECONDS, seen -> takeovers())
                .count("moves that the HMaster took", Witness::moves)
                .count("after another had taken the lead", seen -> seen.afterAnother().size())
                .count("from two of one plan", seen -> seen.byTwo().size())
                .of(List.of(witness))),
        Section.of(
            "Every leader",
            "",
            new Columns<Trial>()
                .count("number", Trial::number)
                .text("fault", Trial::fault)
                .count("after steps", Trial::after)
                .figure("takeover, s", Kind.SECONDS, trial -> seconds(trial.takeover()))
                .text("outcome of its plan", Trial::outcome)
                .figure("plan ended, s", Kind.SECONDS, trial -> seconds(trial.planEnded()))
                .ofDetails(trials)));
  }

  private @Nullable Spread takeovers() {
    return trials.isEmpty()
        ? null
        : Spread.of(trials.stream().map(trial -> seconds(trial.takeover())).toList());
  }

  List<Criterion> criteria() {
    return List.of(
        new Criterion(
            "No move came from a leader whose claim another had taken.", witness.afterAnother()),
        new Criterion("No move of one plan came from two.", witness.byTwo()),
        Criterion.of("The HMaster took moves.", witness.moves() > 0),
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
