package io.proteus.app.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.words.Sentence;
import io.proteus.engine.hbase.HBaseWords;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryRenderingTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void tellsAPlanFromItsDecisionToItsEnd() {
    assertThat(
            render(
                new JournalEvent.Decided(
                    "retarget",
                    List.of(ReasonCode.GROUPED.says("read: {%d partitions} on {%d nodes}", 2, 1))),
                new JournalEvent.Planned(Scenes.plan(), StrategyMemory.INITIAL),
                new JournalEvent.BalancerTaken(),
                new JournalEvent.StepReached(
                    "plan-7",
                    0,
                    StepState.DONE,
                    Sentence.of("set rs1 online to {cache} 10 %%"),
                    null),
                new JournalEvent.StepReached(
                    "plan-7",
                    2,
                    StepState.TIMED_OUT,
                    Sentence.verbatim("move users-1"),
                    Sentence.verbatim("2 min are over")),
                new JournalEvent.PlanEnded(
                    "plan-7", "abandoned", Sentence.verbatim("a step timed out"), 1),
                new JournalEvent.BalancerRestored()))
        .isEqualTo(
            """
            2026-01-01 12:00:00  decided    retarget, GROUPED: read: 2 regions on 1 RegionServer
            2026-01-01 12:00:01  planned    plan-7: 5 steps. Price: 1 move, 100 MB; 1 RegionServer set online; 1 restart, drained, one after the other; 1 table altered online; 100 MB compacted
            2026-01-01 12:00:02  balancer   the store's own is switched off while Proteus acts
            2026-01-01 12:00:03  step       1 done: set rs1 online to block cache 10 %
            2026-01-01 12:00:04  step       3 timed out: move users-1, 2 min are over
            2026-01-01 12:00:05  ended      plan-7 abandoned after 1 change: a step timed out
            2026-01-01 12:00:06  balancer   the store's own is on again
            """);
  }

  @Test
  void theStoresCompactionsAreNotItsBalancer() {
    assertThat(
            render(
                new JournalEvent.CompactionsPaused(List.of(new NodeId("rs1"))),
                new JournalEvent.CompactionsResumed()))
        .isEqualTo(
            """
            2026-01-01 12:00:00  compactions  the store's own wait while regions move to rs1
            2026-01-01 12:00:01  compactions  the store's own go on
            """);
  }

  /** As in journals of before reasons were kept to a line, and in what a store answers. */
  @Test
  void whatOthersWroteForgesNoLineAndDrivesNoTerminal() {
    String forged = "done\n2026-01-01 12:00:09  operator   ben asked for pause: \u001b[2J";
    List<JournalEvent> events =
        List.of(
            new JournalEvent.OperatorAsked("anna", "pause", forged),
            new JournalEvent.ProposalEnded("plan-7", "rejected", Sentence.verbatim(forged)),
            new JournalEvent.UndoBegan("plan-7", "anna", Sentence.verbatim(forged)),
            new JournalEvent.StepReached(
                "plan-7",
                0,
                StepState.REFUSED,
                Sentence.verbatim(forged),
                Sentence.verbatim(forged)),
            new JournalEvent.PlanEnded("plan-7", "abandoned", Sentence.verbatim(forged), 1));

    for (JournalEvent event : events) {
      assertThat(render(event)).as("%s", event).hasLineCount(1).doesNotContain("\u001b");
    }
    assertThat(
            new HistoryRendering(HBaseWords.WORDS, ZoneOffset.UTC, new Paint(true))
                .render(List.of(new JournalEntry(1, NOON, events.get(3)))))
        .as("colours of its own stay")
        .contains("\u001b[31mrefused");
  }

  private static String render(JournalEvent... events) {
    List<JournalEntry> entries = new ArrayList<>();
    for (JournalEvent event : events) {
      entries.add(new JournalEntry(entries.size(), NOON.plusSeconds(entries.size()), event));
    }
    return new HistoryRendering(HBaseWords.WORDS, ZoneOffset.UTC, Paint.NONE).render(entries);
  }
}
