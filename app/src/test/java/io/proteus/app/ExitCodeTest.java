package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
  private static final Reason PLACED = ReasonCode.PLACED_BY_STORE.says("3 nodes stay");
  private static final Reason FULL = ReasonCode.NODES_OVERLOADED.says("all are full");

  @Test
  void aStoreThatPlacesItselfIsNoGuardThatHolds() {
    assertThat(ExitCode.ofHolding(List.of(PLACED))).isEqualTo(ExitCode.OK);
    assertThat(ExitCode.ofHolding(List.of(PLACED, FULL))).isEqualTo(ExitCode.OK);
  }

  @Test
  void nodesThatAreWantedAndThatNoCloudStartsAreToldAsHeld() {
    Reason noCloud = ReasonCode.NOT_CAPABLE.says("no cloud starts nodes");

    assertThat(ExitCode.ofHolding(List.of(PLACED, FULL, noCloud))).isEqualTo(ExitCode.HELD);
  }
}
