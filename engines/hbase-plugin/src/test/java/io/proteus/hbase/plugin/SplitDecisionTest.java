package io.proteus.hbase.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.hbase.plugin.MemorySplitLimits.Range;
import io.proteus.hbase.plugin.MemorySplitReport.State;
import org.junit.jupiter.api.Test;

class SplitDecisionTest {

  private static final MemorySplit DEFAULT = new MemorySplit(0.4f, 0.4f);
  private static final MemorySplit READ = new MemorySplit(0.55f, 0.10f);
  private static final MemorySplitLimits WIDE =
      new MemorySplitLimits(new Range(0.05f, 0.75f), new Range(0.05f, 0.75f));

  @Test
  void withoutATargetTheServerKeepsWhatItHas() {
    SplitDecision decision = SplitDecision.decide(DEFAULT, ReceivedTarget.NONE, WIDE, 0);

    assertThat(decision.state).isEqualTo(State.UNPINNED);
    assertThat(decision.change).isNull();
  }

  @Test
  void anEmptyBodyIsNoTarget() {
    assertThat(ReceivedTarget.read(new byte[0], 7)).isSameAs(ReceivedTarget.NONE);
    assertThat(ReceivedTarget.read(null, 7)).isSameAs(ReceivedTarget.NONE);
  }

  @Test
  void aTargetIsHandedToHBase() {
    SplitDecision decision = SplitDecision.decide(DEFAULT, target(READ), WIDE, 0);

    assertThat(decision.state).isEqualTo(State.PENDING);
    assertThat(decision.change).isEqualTo(READ);
  }

  @Test
  void aTargetInEffectNeedsNoChange() {
    SplitDecision decision = SplitDecision.decide(READ, target(READ), WIDE, 1);

    assertThat(decision.state).isEqualTo(State.PINNED);
    assertThat(decision.change).isNull();
  }

  @Test
  void moreThanFourFifthsOfTheHeapIsRefused() {
    SplitDecision decision =
        SplitDecision.decide(DEFAULT, target(new MemorySplit(0.55f, 0.3f)), WIDE, 0);

    assertThat(decision.state).isEqualTo(State.REFUSED);
    assertThat(decision.change).isNull();
    assertThat(decision.reason)
        .isEqualTo("block cache 0.55 + memstore 0.3 = 0.85 of the heap, at most 0.8 is allowed");
  }

  @Test
  void exactlyFourFifthsIsTaken() {
    assertThat(SplitDecision.decide(READ, target(DEFAULT), WIDE, 0).state).isEqualTo(State.PENDING);
    assertThat(WIDE.refusal(new MemorySplit(0.7f, 0.1f))).isEmpty();
  }

  @Test
  void aShareOutsideTheServersRangeIsRefusedWithTheSettingToChange() {
    MemorySplitLimits narrow = new MemorySplitLimits(new Range(0.3f, 0.5f), new Range(0.1f, 0.4f));

    assertThat(SplitDecision.decide(DEFAULT, target(READ), narrow, 0).reason)
        .isEqualTo(
            "block cache 0.55 is outside 0.3..0.5, which hfile.block.cache.size.{min,max}.range"
                + " set on this server");
    assertThat(narrow.refusal(new MemorySplit(0.3f, 0.05f)).orElseThrow())
        .startsWith("memstore 0.05 is outside 0.1..0.4");
  }

  @Test
  void aTargetThatHBaseDoesNotTakeIsRefusedAfterThreeOffers() {
    assertThat(SplitDecision.decide(DEFAULT, target(READ), WIDE, 2).state).isEqualTo(State.PENDING);

    SplitDecision fourth = SplitDecision.decide(DEFAULT, target(READ), WIDE, 3);

    assertThat(fourth.state).isEqualTo(State.REFUSED);
    assertThat(fourth.reason).contains("did not take").contains("HeapMemoryManager");
  }

  @Test
  void anUnreadableTargetIsRefusedWithWhatIsWrong() {
    SplitDecision decision =
        SplitDecision.decide(
            DEFAULT, ReceivedTarget.read("version=1\ncache=lots".getBytes(UTF_8), 3), WIDE, 0);

    assertThat(decision.state).isEqualTo(State.REFUSED);
    assertThat(decision.reason).isEqualTo("target is unreadable: cache=lots: want a number");
  }

  private static ReceivedTarget target(MemorySplit split) {
    return ReceivedTarget.read(MemorySplitTarget.toBytes(split), 1);
  }
}
