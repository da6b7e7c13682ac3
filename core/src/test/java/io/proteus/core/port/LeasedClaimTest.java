package io.proteus.core.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeasedClaimTest {
  private static final Duration SESSION = Duration.ofSeconds(9);

  private final AtomicLong steadyMillis = new AtomicLong(1_000_000);
  private final AtomicLong dayMillis = new AtomicLong(5_000_000);
  private final Clocks clocks = new Clocks(() -> steadyMillis.get() * 1_000_000, dayMillis::get);
  private final Zoo zoo = new Zoo();
  private final LeasedClaim claim = new LeasedClaim(zoo, clocks, clocks.now(), 7, SESSION);

  /** An authority that answers as told, after a while. */
  private final class Zoo implements LeasedClaim.Authority {
    private boolean holds = true;
    private boolean answers = true;
    private int questions;
    private int letGo;
    private int lateAnswers;

    @Override
    public boolean holds(Duration limit) throws PortException {
      questions++;
      if (!answers) {
        throw new PortException("nobody answers");
      }
      if (lateAnswers-- > 0) {
        passes(6_000, 6_000);
      }
      return holds;
    }

    @Override
    public void letGo() {
      letGo++;
    }
  }

  private void passes(long steady, long ofDay) {
    steadyMillis.addAndGet(steady);
    dayMillis.addAndGet(ofDay);
  }

  @Test
  void aFreshAnswerIsReliedOnAndAnOldOneAskedForAgain() {
    passes(2_900, 2_900);
    assertThat(claim.isHeld()).isTrue();
    assertThat(zoo.questions).isZero();

    passes(200, 200);
    assertThat(claim.isHeld()).isTrue();
    assertThat(zoo.questions).isEqualTo(1);
  }

  @Test
  void timeThatOnlyOneClockHasSeenCounts() {
    passes(0, 60_000);
    zoo.holds = false;
    assertThat(claim.isHeld()).as("a machine that slept").isFalse();
    assertThat(claim.epoch()).isEqualTo(7);
  }

  @Test
  void aClockThatIsSetBackMakesNothingYounger() {
    passes(60_000, -3_600_000);
    zoo.answers = false;
    assertThat(claim.isHeld()).isFalse();
  }

  @Test
  void anAnswerThatCameTooLateIsAskedForAgainAndAtLastNotReliedOn() throws ClaimLost {
    zoo.lateAnswers = 2;
    claim.confirm();
    assertThat(zoo.questions).isEqualTo(3);

    zoo.lateAnswers = 3;
    assertThatThrownBy(claim::confirm)
        .isInstanceOf(ClaimLost.class)
        .hasMessageContaining("came after more than 6000 ms");
  }

  @Test
  void whatCannotBeToldIsNotHeldUntilItCanAndWhatIsLostIsLostForGood() throws ClaimLost {
    zoo.answers = false;
    assertThatThrownBy(claim::confirm).isInstanceOf(ClaimLost.class).hasMessageContaining("nobody");
    claim.heard(false);
    assertThat(claim.isHeld()).isFalse();
    zoo.answers = true;
    claim.heard(true);
    claim.confirm();
    assertThat(claim.isHeld()).isTrue();

    zoo.holds = false;
    assertThatThrownBy(claim::confirm).isInstanceOf(ClaimLost.class).hasMessageContaining("lost");
    zoo.holds = true;
    assertThat(claim.isHeld()).isFalse();
    assertThatThrownBy(claim::confirm).isInstanceOf(ClaimLost.class);
    claim.close();
    assertThat(zoo.letGo).as("of what is lost").isZero();
  }

  @Test
  void itIsLetGoOnce() {
    claim.close();
    claim.close();
    assertThat(zoo.letGo).isEqualTo(1);
    assertThat(claim.isHeld()).isFalse();
  }
}
