package io.proteus.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.workloads.ledger.Verification;
import java.util.List;
import org.junit.jupiter.api.Test;

class InspectionTest {

  @Test
  void writesAreInOrderWhereAnyWereAskedBackAndNoneIsLost() {
    assertThat(Inspection.wrongWith(new Verification(5, 0, 0, List.of()))).isEmpty();
    assertThat(Inspection.wrongWith(new Verification(5, 2, 0, List.of())))
        .get()
        .asString()
        .startsWith("2 of 5 lost");
  }

  /** Clients that never got through have lost nothing, and show nothing. */
  @Test
  void noWriteAtAllIsNoProofOfAnything() {
    assertThat(Inspection.wrongWith(new Verification(0, 0, 0, List.of())))
        .contains("none was acknowledged, so that none could be asked back");
  }
}
