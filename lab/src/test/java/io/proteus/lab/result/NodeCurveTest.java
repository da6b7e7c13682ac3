package io.proteus.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NodeCurveTest {
  @Test
  void everyServerCountsForAsLongAsItRuns() {
    NodeCurve curve = curve(0, 3, 600, 3, 1800, 5, 3000, 4);

    assertThat(curve.nodeHours(3600)).isCloseTo(1.5 + 5.0 / 3 + 4.0 / 6, within(1e-9));
    assertThat(curve.nodeHours(1800)).isCloseTo(1.5, within(1e-9));
    assertThat(curve.most()).isEqualTo(5);
    assertThat(curve.nodesAt(1799)).isEqualTo(3);
    assertThat(curve.nodesAt(3600)).isEqualTo(4);
  }

  @Test
  void theSameNumberAgainIsNoResize() {
    assertThat(curve(0, 3, 2, 3, 4, 4, 6, 4).resizes()).isEqualTo(1);
  }

  /** A simulated run counts so too, and both are in one column. */
  @Test
  void severalServersOneAfterTheOtherAreOneResize() {
    assertThat(curve(0, 5, 100, 4, 130, 3).resizes()).isEqualTo(1);
    assertThat(curve(0, 5, 100, 4, 161, 3).resizes()).isEqualTo(2);
  }

  @Test
  void anOppositeResizeIsOneSoonAfterTheOther() {
    assertThat(curve(0, 3, 100, 4, 900, 3).oppositeResizes()).isEqualTo(1);
    assertThat(curve(0, 3, 100, 4, 1001, 3).oppositeResizes()).isZero();
    assertThat(curve(0, 3, 100, 4, 200, 5).oppositeResizes()).isZero();
  }

  @Test
  void nothingEnteredIsNothing() {
    NodeCurve empty = new NodeCurve();

    assertThat(empty.nodeHours(100)).isZero();
    assertThat(empty.most()).isZero();
    assertThat(empty.resizes()).isZero();
    assertThat(empty.nodesAt(5)).isZero();
  }

  @Test
  void timeDoesNotGoBack() {
    NodeCurve curve = curve(10, 3);

    assertThatThrownBy(() -> curve.at(9, 4)).hasMessageContaining("got 9.0 after 10.0");
  }

  private static NodeCurve curve(double... secondsAndNodes) {
    NodeCurve curve = new NodeCurve();
    for (int i = 0; i < secondsAndNodes.length; i += 2) {
      curve.at(secondsAndNodes[i], (int) secondsAndNodes[i + 1]);
    }
    return curve;
  }
}
