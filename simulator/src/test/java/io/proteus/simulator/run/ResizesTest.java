package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What counts as a resize, and what as one the other way. */
class ResizesTest {
  /** Seconds and machines in turn. */
  private static Resizes seen(int first, int... secondsAndMachines) {
    Resizes resizes = new Resizes(first);
    for (int i = 0; i < secondsAndMachines.length; i += 2) {
      resizes.see(secondsAndMachines[i], secondsAndMachines[i + 1]);
    }
    return resizes;
  }

  @Test
  void machinesThatGoOneAfterTheOtherAreOneResize() {
    Resizes resizes = seen(16, 10, 15, 12, 14, 15, 13, 16, 12);

    assertThat(resizes.all()).isEqualTo(1);
    assertThat(resizes.opposite()).isZero();
  }

  @Test
  void whatGoesOnLaterIsAnother() {
    assertThat(seen(4, 0, 5, 300, 6, 600, 8).all()).isEqualTo(3);
  }

  @Test
  void backWithinAQuarterOfAnHourIsOppositeOnce() {
    Resizes resizes = seen(4, 0, 6, 600, 5, 603, 4, 4_000, 5);

    assertThat(resizes.all()).isEqualTo(3);
    assertThat(resizes.opposite()).isEqualTo(1);
  }

  @Test
  void asManyAsBeforeIsNone() {
    assertThat(seen(4, 0, 4, 60, 4).all()).isZero();
  }
}
