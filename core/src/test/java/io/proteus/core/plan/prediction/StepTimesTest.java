package io.proteus.core.plan.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.Figures;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Ports;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.Concurrency;
import io.proteus.core.step.ForgetNode;
import io.proteus.core.step.InFlight;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepKind;
import io.proteus.core.step.StepType;
import io.proteus.core.step.Tally;
import io.proteus.core.strategy.Calibration;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StepTimesTest {
  private static final NodeId RS1 = new NodeId("rs1");

  /** A step that no list of core has. */
  private record Flush(NodeId node) implements Step {
    static final StepKind KIND = new StepKind("flushes", costs -> Duration.ofSeconds(7));
    static final StepType TYPE =
        new StepType("flush", Flush.class).of(KIND).atOnce(Concurrency.of(2));

    @Override
    public StepType type() {
      return TYPE;
    }

    @Override
    public boolean isDone(Topology now) {
      return true;
    }

    @Override
    public Optional<Sentence> blockedBy(Topology now) {
      return Optional.empty();
    }

    @Override
    public Duration timeout(CostModel costs) {
      return Duration.ofMinutes(1);
    }

    @Override
    public void issue(Ports ports) {}

    @Override
    public void cost(Tally tally) {}

    @Override
    public Sentence sentence() {
      return Sentence.of("flush %s", node);
    }
  }

  private static Duration of(Calibration past, Step... steps) {
    return new StepTimes(new InFlight(1, 2), 3, Figures.COSTS, past)
        .of(List.of(steps), ByteSize.ZERO);
  }

  @Test
  void aStepThatCoreDoesNotKnowTakesAsLongAsItSaysAndAsManyAtOnce() {
    Flush flush = new Flush(RS1);

    assertThat(of(Calibration.NONE, flush)).isEqualTo(Duration.ofSeconds(7));
    assertThat(of(Calibration.NONE, flush, flush)).isEqualTo(Duration.ofSeconds(7));
    assertThat(of(Calibration.NONE, flush, flush, flush, flush)).isEqualTo(Duration.ofSeconds(14));
  }

  @Test
  void whatWasMeasuredOfItsKindCounts() {
    Calibration past = Calibration.NONE;
    for (int step = 0; step < 100; step++) {
      past = past.withStep(Flush.KIND, 1);
    }

    assertThat(of(past, new Flush(RS1))).isLessThan(Duration.ofSeconds(3));
  }

  @Test
  void aCompactionTakesAsLongAsItsGigabytesAndAStepWithoutAKindNothing() {
    CompactPartition compaction =
        new CompactPartition(
            new PartitionId("p"), new TableId("t"), RS1, Ratio.of(0.9), ByteSize.parse("2GB"));

    assertThat(of(Calibration.NONE, compaction, new ForgetNode(RS1)))
        .isEqualTo(Duration.ofSeconds(122));
    assertThat(of(Calibration.NONE, compaction, compaction, compaction))
        .isEqualTo(Duration.ofSeconds(183));
  }
}
