package io.proteus.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import org.junit.jupiter.api.Test;

/** What every store must show that is claimed for one Proteus at a time. */
public abstract class ClaimContractTest extends StoreContract {

  /** Ends the claim that holds now, as the store does with one whose holder it cannot hear. */
  protected abstract void loseClaim() throws Exception;

  @Test
  void grantsOneClaimAtATime() throws PortException {
    try (Claim first = claiming().claim("the first")) {
      assertThat(first.isHeld()).isTrue();
      first.confirm();
      assertThat(claiming().holder())
          .hasValueSatisfying(
              holder -> {
                assertThat(holder.who()).isEqualTo("the first");
                assertThat(holder.epoch()).isEqualTo(first.epoch());
                assertThat(holder.since()).isNotBlank();
              });
      assertThatThrownBy(() -> claiming().claim("the second"))
          .isInstanceOf(AlreadyClaimed.class)
          .hasMessageContaining("the first");
      first.confirm();
    }
    assertThat(claiming().holder()).isEmpty();
  }

  @Test
  void whatIsLetGoHoldsNoMoreAndTheNextHasALargerEpoch() throws PortException {
    Claim first = claiming().claim("the first");
    first.close();
    first.close();
    assertThat(first.isHeld()).isFalse();
    assertThatThrownBy(first::confirm).isInstanceOf(ClaimLost.class);

    try (Claim second = claiming().claim("the second")) {
      assertThat(second.epoch()).isGreaterThan(first.epoch());
    }
  }

  @Test
  void aLostClaimIsNoticedAndLeavesTheNextHolderAlone() throws Exception {
    Claim lost = claiming().claim("the first");
    loseClaim();

    assertThatThrownBy(lost::confirm).isInstanceOf(ClaimLost.class);
    assertThat(lost.isHeld()).isFalse();
    try (Claim next = claiming().claim("the second")) {
      assertThat(next.epoch()).isGreaterThan(lost.epoch());
      lost.close();
      next.confirm();
      assertThat(claiming().holder())
          .hasValueSatisfying(holder -> assertThat(holder.who()).isEqualTo("the second"));
    }
  }
}
