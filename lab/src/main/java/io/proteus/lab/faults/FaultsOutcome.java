package io.proteus.lab.faults;

import io.proteus.lab.faults.FaultsExperiment.Campaign;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Section;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What came of a campaign, beside what was asked of it.
 *
 * @param made the trials, earlier ones that it went on with among them
 */
record FaultsOutcome(Campaign campaign, List<TrialRecord> made) {
  FaultsOutcome {
    made = List.copyOf(made);
  }

  /**
   * How many trials of a kind are still missing in which it struck; without kinds that miss none.
   */
  Map<FaultKind, Integer> notShown() {
    List<FaultKind> wanted =
        campaign.byName()
            ? campaign.kinds()
            : campaign.kinds().stream()
                .filter(kind -> !campaign.leftOut().containsKey(kind))
                .toList();
    Map<FaultKind, Integer> missing = new EnumMap<>(FaultKind.class);
    FaultsExperiment.schedule(wanted, campaign.trials(), made)
        .forEach(planned -> missing.merge(planned.kind(), 1, Integer::sum));
    return missing;
  }

  /** What must hold: all that was asked for was shown, and passed. */
  List<Criterion> criteria() {
    return List.of(
        new Criterion(
            "After each fault everything was as it must be.",
            made.stream()
                .filter(trial -> !trial.failures().isEmpty())
                .map(TrialRecord::sentence)
                .toList()),
        new Criterion(
            "Every fault that was asked for was shown.",
            notShown().entrySet().stream()
                .map(
                    missing ->
                        "not shown: %s %d".formatted(missing.getKey().id(), missing.getValue()))
                .toList()));
  }

  /** The trials of a kind. */
  private List<TrialRecord> of(FaultKind kind) {
    return made.stream().filter(trial -> trial.kind().equals(kind.id())).toList();
  }

  /** The trials by kind, and each of them. */
  List<Section> sections() {
    List<FaultKind> shown =
        Arrays.stream(FaultKind.values())
            .filter(kind -> !of(kind).isEmpty() || campaign.leftOut().containsKey(kind))
            .toList();
    return List.of(
        Section.of(
            "Faults",
            "",
            new Columns<FaultKind>()
                .text("fault", FaultKind::title)
                .count("trials", kind -> of(kind).size())
                .count("passed", kind -> ofTrials(kind, trial -> trial.struck() && passed(trial)))
                .count("moment did not come", kind -> ofTrials(kind, trial -> !trial.struck()))
                .text("plans ended", kind -> of(kind).isEmpty() ? null : counted(ends(kind)))
                .text("what failed", this::failed)
                .of(shown)),
        Section.of(
            "Every trial",
            "",
            new Columns<TrialRecord>()
                .text("fault", TrialRecord::kind)
                .count("number", TrialRecord::number)
                .text("at", TrialRecord::at)
                .text("seed", TrialRecord::seed)
                .text("what happened", TrialRecord::sentence)
                .count("acknowledged writes", TrialRecord::acknowledged)
                .count("failed operations", TrialRecord::failedOperations)
                .figure("seconds", Kind.SECONDS, TrialRecord::seconds)
                .ofDetails(made)));
  }

  private static boolean passed(TrialRecord trial) {
    return trial.failures().isEmpty();
  }

  /** How many of a kind are so; null where there are none of the kind. */
  private @Nullable Long ofTrials(FaultKind kind, Predicate<TrialRecord> so) {
    List<TrialRecord> trials = of(kind);
    return trials.isEmpty() ? null : Long.valueOf(trials.stream().filter(so).count());
  }

  private String failed(FaultKind kind) {
    if (of(kind).isEmpty()) {
      return "not run: " + campaign.leftOut().get(kind);
    }
    Map<String, Integer> failures = new TreeMap<>();
    of(kind).stream()
        .flatMap(trial -> trial.failures().stream())
        .forEach(check -> failures.merge(check.name(), 1, Integer::sum));
    return failures.isEmpty() ? "nothing" : counted(failures);
  }

  /** How the plans ended, by word. */
  private Map<String, Integer> ends(FaultKind kind) {
    Map<String, Integer> ends = new LinkedHashMap<>();
    for (TrialRecord trial : of(kind)) {
      if (trial.plans().isEmpty()) {
        ends.merge("no plan", 1, Integer::sum);
      }
      for (String end : trial.plans()) {
        int words = end.indexOf(" (");
        ends.merge(words < 0 ? end : end.substring(0, words), 1, Integer::sum);
      }
    }
    return ends;
  }

  private static String counted(Map<String, Integer> counts) {
    return String.join(
        ", ", counts.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }
}
