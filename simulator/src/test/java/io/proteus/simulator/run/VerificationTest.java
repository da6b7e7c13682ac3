package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Achieved;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What made things worse is undone, and what did not is not, whatever the noise. */
class VerificationTest {
  private static final int SEEDS = 100;

  /**
   * Readers on three nodes, under a load that jumps about its mean every 30 s.
   *
   * @param readCache of the profile that the readers' nodes get; they have 40 % before
   */
  private static Scenario readers(
      String readCache, String writeBuffer, double deviation, long seed, String more) {
    Random random = new Random(seed);
    List<String> steps = new ArrayList<>();
    for (int at = 0; at < 18 * 60; at += 30) {
      steps.add(
          String.format(
              Locale.ROOT,
              "{from: %ds, to: %.3f}",
              at,
              Math.exp(random.nextGaussian() * deviation)));
    }
    return ScenarioFile.parse(
        "test",
        """
        name: verified
        description: Readers whose nodes get another split
        lasts: 18m
        acts: 2m
        nodes: 3
        layout: balanced
        memory: 40%% / 25%%
        tenants:
          - {name: shop, think: 5ms, operations: {read: 1}, clients: 60, shares: 6, hotData: 0.3,
             load: [{curve: steps, steps: [%s]}]}
        proteus:
          met:
            cpuAbove: 0.01
            cpuBelow: 0.005
            setBlockSize: false
            profiles:
              read: {readCache: %s, writeBuffer: %s, blockSize: 64KB}
        %s
        """
            .formatted(String.join(", ", steps), readCache, writeBuffer, more));
  }

  private record Came(
      List<ReasonCode> results,
      List<String> undone,
      List<String> sentences,
      SimulationResult run) {}

  private static Came run(Scenario scenario, long seed) throws Exception {
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      SimulationResult run = Simulation.journaled(scenario, "met", seed, journal);
      List<Verified> verified =
          entries(journal, "verified").stream().map(e -> (Verified) e.event()).toList();
      return new Came(
          verified.stream().map(v -> v.result().code()).toList(),
          entries(journal, "undo-ended").stream()
              .map(e -> ((UndoEnded) e.event()).outcome())
              .toList(),
          verified.stream().map(v -> v.result().toString()).toList(),
          run);
    }
  }

  private static List<JournalEntry> entries(SqliteJournal journal, String kind)
      throws JournalException {
    return journal.before(Long.MAX_VALUE, 100, List.of(kind));
  }

  @Test
  void aSplitThatStarvesTheCacheIsUndoneAndNotDoneAgain() throws Exception {
    Came came = run(readers("0.02", "0.60", 0.05, 1, ""), 1);

    assertThat(came.results()).as("%s", came.sentences()).contains(ReasonCode.MADE_WORSE);
    assertThat(came.undone()).containsExactly("completed");
    assertThat(came.run().incidents()).isEmpty();
  }

  /** Else accuracy would be of what went well only, and the same plan would be made again. */
  @Test
  void whatItYieldedIsKeptBesideWhatWasPredictedBeforeItIsUndone() throws Exception {
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      Simulation.journaled(readers("0.02", "0.60", 0.05, 1, ""), "met", 1, journal);

      JournalEntry undo = entries(journal, "undo-began").get(0);
      JournalEntry kept = journal.before(undo.number(), 1, List.of("achieved")).get(0);
      Achieved achieved = (Achieved) kept.event();
      assertThat(achieved.notJudged()).isNull();
      assertThat(achieved.throughput()).isLessThan(achieved.predicted().throughputNow());
      assertThat(journal.memory().calibration().throughputOf(achieved.predicted().kind()).plans())
          .isPositive();
    }
  }

  @Test
  void whoeverOnlyReportsUndoesNothing() throws Exception {
    Came came = run(readers("0.02", "0.60", 0.05, 1, "  verification: {whenWorse: report}"), 1);

    assertThat(came.results()).contains(ReasonCode.MADE_WORSE);
    assertThat(came.undone()).isEmpty();
  }

  /** With a canary it is found on one node, and the others keep their caches. */
  @Test
  void oneNodeAloneTellsThatASplitStarvesTheCache() throws Exception {
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      SimulationResult run =
          Simulation.journaled(
              readers("0.02", "0.60", 0.05, 1, "  execution: {canary: 3m}"), "met", 1, journal);

      Verified found = (Verified) entries(journal, "verified").get(0).event();
      assertThat(found.result().code()).as("%s", found).isEqualTo(ReasonCode.MADE_WORSE);
      assertThat(entries(journal, "undo-ended"))
          .extracting(entry -> ((UndoEnded) entry.event()).outcome())
          .containsExactly("completed");
      assertThat(entries(journal, "plan-ended"))
          .extracting(entry -> (PlanEnded) entry.event())
          .anyMatch(ended -> ended.plan().endsWith("-rest") && ended.outcome().equals("dropped"));
      assertThat(entries(journal, "planned"))
          .extracting(entry -> ((Planned) entry.event()).plan().id())
          .noneMatch(plan -> plan.endsWith("-rest"));
      assertThat(run.incidents()).isEmpty();
    }
  }

  @Test
  void oneNodeAloneThatServesAsWellIsFollowed() throws Exception {
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      Simulation.journaled(
          readers("0.45", "0.20", 0.05, 1, "  execution: {canary: 3m}"), "met", 1, journal);

      assertThat(entries(journal, "planned"))
          .extracting(entry -> ((Planned) entry.event()).plan().id())
          .anyMatch(plan -> plan.endsWith("-rest"));
      assertThat(entries(journal, "undo-began")).isEmpty();
    }
  }

  /** Nothing changes but the load, by its own noise: how often is that taken for a loss? */
  @Test
  void noiseAloneIsSeldomUndone() throws Exception {
    Map<ReasonCode, Integer> results = new EnumMap<>(ReasonCode.class);
    int undone = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Came came = run(readers("0.41", "0.25", 0.20, seed, ""), seed);
      came.results().forEach(code -> results.merge(code, 1, Integer::sum));
      undone += came.undone().size();
    }

    assertThat(results.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(SEEDS);
    assertThat(undone).as("%s", results).isLessThanOrEqualTo(2);
  }
}
