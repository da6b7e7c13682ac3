package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.view.Appraisal;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import io.proteus.core.workload.AccessClass;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HealthTest {
  private final SetClock time = new SetClock();
  private final Live live =
      new Live(
          "shop",
          new Appraisal(rates -> AccessClass.READ, List.of(), Ratio.of(0.6)),
          time,
          new Events(1, Words.NEUTRAL),
          new Metrics().of("shop"),
          Duration.ofHours(9));
  private final Health health = new Health(live, Duration.ofSeconds(30), CostModel.assumed());

  @Test
  void aLoopThatIsSilentForLongerThanACycleTakesIsNotAlive() {
    time.pass(Duration.ofMinutes(15));
    assertThat(health.alive().isUp()).isTrue();
    time.pass(Duration.ofMinutes(5));
    assertThat(health.alive().isUp()).isFalse();
  }

  @Test
  void aClockThatIsSetNeitherEndsTheProcessNorHidesALoopThatHangs() {
    time.set(Duration.ofHours(3));
    assertThat(health.alive().isUp()).isTrue();
    time.set(Duration.ofHours(-9));
    time.pass(Duration.ofMinutes(20));
    assertThat(health.alive().isUp()).isFalse();
  }

  @Test
  void aLongStepIsNoReasonToEndTheProcess() {
    Step compaction =
        new CompactPartition(
            new PartitionId("p1"),
            new TableId("t1"),
            new NodeId("rs1"),
            Ratio.of(0.9),
            ByteSize.ofMegabytes(100 * 1024));
    assertThat(compaction.timeout(CostModel.assumed())).isGreaterThan(Duration.ofHours(1));
    live.begins(
        new Plan(
            "plan-1",
            1,
            Layout.of(List.of(), List.of(), Map.of()),
            List.of(compaction),
            Price.of(List.of(compaction)),
            List.of()));

    time.pass(Duration.ofHours(1));
    assertThat(health.alive().isUp()).isTrue();
    time.pass(compaction.timeout(CostModel.assumed()));
    assertThat(health.alive().isUp()).isFalse();
  }
}
