package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Price;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.words.Words;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JournalDocumentTest {
  private static Plan plan(String id, int nodes) {
    List<Step> steps =
        IntStream.range(0, nodes)
            .<Step>mapToObj(i -> new SetMemorySplit(new NodeId("rs" + i), MemorySplit.of(0.5, 0.2)))
            .toList();
    return new Plan(
        id, 1, Layout.of(List.of(), List.of(), Map.of()), steps, Price.of(steps), List.of());
  }

  /** At 100,000 partitions the rest of a plan has tens of megabytes. */
  @Test
  void theStepsOfAPlanAndOfItsRestAreCountedAndNotListed() {
    Planned planned = new Planned(plan("plan-7", 1), null, null, null, plan("plan-7-rest", 40));

    ObjectNode event =
        JournalDocument.of(new JournalEntry(3, Instant.EPOCH, planned), Words.NEUTRAL).event();

    assertThat(event.at("/plan/steps").asInt()).isEqualTo(1);
    assertThat(event.at("/rest/id").asText()).isEqualTo("plan-7-rest");
    assertThat(event.at("/rest/steps").asInt()).isEqualTo(40);
    assertThat(event.at("/plan/target").isMissingNode()).isTrue();
    assertThat(event.at("/rest/target").isMissingNode()).isTrue();
  }
}
