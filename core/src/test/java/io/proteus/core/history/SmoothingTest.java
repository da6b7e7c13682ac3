package io.proteus.core.history;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.NodeTrait.heap;
import static io.proteus.core.fixture.NodeTrait.heapNeverCollected;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.unmeasured;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.fixture.PartitionTrait;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MET-3. */
class SmoothingTest {
  private static final PartitionId A = new PartitionId("a");
  private static final NodeId RS1 = new NodeId("rs1");
  private final Smoothing half = new Smoothing(0.5);

  @Test
  void theNewestWeighsMostAndEachOlderOneHalfOfTheNext() {
    for (int newest = 0; newest < 6; newest++) {
      List<Observation> window = new ArrayList<>();
      for (int sample = 0; sample < 6; sample++) {
        window.add(withReads(sample == 5 - newest ? 100 : 0));
      }

      double weight = newest == 5 ? Math.pow(0.5, 5) : Math.pow(0.5, newest + 1);
      assertThat(half.rates(window).get(A).reads()).isEqualTo(100 * weight, within(1e-9));
    }
  }

  @Test
  void aSteadyRateStaysWhatItIs() {
    assertThat(half.rates(List.of(withReads(70), withReads(70), withReads(70))).get(A).reads())
        .isEqualTo(70);
  }

  @Test
  void whatWasNotMeasuredOnceKeepsWhatWasKnown() {
    List<Observation> window = List.of(withReads(100), observe(unmeasured()), withReads(50));

    assertThat(half.rates(window).get(A).reads()).isEqualTo(75);
  }

  @Test
  void whatTheNewestDoesNotKnowIsTakenFromTheOlderOnes() {
    List<Observation> window = List.of(withReads(100), withReads(50), observe(unmeasured()));

    assertThat(half.rates(window).get(A).reads()).isEqualTo(75);
  }

  @Test
  void whatWasNeverMeasuredIsNotThere() {
    assertThat(half.rates(List.of(observe(unmeasured()), observe(unmeasured())))).isEmpty();
  }

  @Test
  void aPartitionThatIsGoneIsForgotten() {
    Observation without =
        situation().node("rs1").partition("b", reads(1), on("rs1")).build().latest();

    assertThat(half.rates(List.of(withReads(100), without))).containsOnlyKeys(new PartitionId("b"));
  }

  @Test
  void aNodesCpuIsSmoothedLikeItsPartitions() {
    List<Observation> window =
        List.of(
            situation().node("rs1", cpu(0.8)).build().latest(),
            situation().node("rs1", cpuUnknown()).build().latest(),
            situation().node("rs1", cpu(0.4)).build().latest());

    assertThat(half.loads(window).get(RS1).host().cpu().value()).isEqualTo(0.6, within(1e-9));
  }

  @Test
  void whatAHeapHoldsIsThatOfTheNewestMomentAlone() {
    List<Observation> window =
        List.of(
            situation().node("rs1", heap(1000, 700, 300)).build().latest(),
            situation().node("rs1", heap(1000, 800, 400), heapNeverCollected()).build().latest());

    assertThat(half.loads(window).get(RS1).heapKept()).isNull();
    assertThat(half.loads(window).get(RS1).cacheUsed()).isEqualTo(ByteSize.ofMegabytes(400));
  }

  @Test
  void aNodeThatLeftIsForgotten() {
    List<Observation> window =
        List.of(
            situation().node("rs1").node("rs2").build().latest(),
            situation().node("rs1").build().latest());

    assertThat(half.loads(window)).containsOnlyKeys(RS1);
  }

  @Test
  void nothingObservedIsNothingKnown() {
    assertThat(half.rates(List.of())).isEmpty();
    assertThat(half.loads(List.of())).isEmpty();
  }

  @Test
  void aWeightOutsideZeroToOneIsRefused() {
    assertThatThrownBy(() -> new Smoothing(0)).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> new Smoothing(1.1)).isInstanceOf(InvalidValue.class);
  }

  private static Observation withReads(double reads) {
    return observe(reads(reads));
  }

  private static Observation observe(PartitionTrait trait) {
    return situation().node("rs1").partition("a", trait, on("rs1")).build().latest();
  }
}
