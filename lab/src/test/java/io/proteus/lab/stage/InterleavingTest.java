package io.proteus.lab.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InterleavingTest {

  @Test
  void aDriftOfTheMachineFavoursNobody() {
    List<String> compared = List.of("a", "b", "c");
    for (String each : compared) {
      int places =
          Interleaving.order(compared, 1).indexOf(each)
              + Interleaving.order(compared, 2).indexOf(each);
      assertThat(places).as("places of %s in two repeats", each).isEqualTo(2);
    }
    assertThat(Interleaving.order(compared, 3)).isEqualTo(compared);
  }
}
