package io.proteus.core.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FewTest {
  @Test
  void fewNamesAreAllNamed() {
    assertThat(Few.of(List.of("rs2", "rs1"))).isEqualTo("rs1, rs2");
    assertThat(Few.of(List.of())).isEmpty();
  }

  @Test
  void ofManyOnlyTheFirstAre() {
    assertThat(Few.of(IntStream.range(10, 5010).boxed().toList()))
        .isEqualTo("10, 100, 1000, 1001, 1002 and 4995 more");
  }
}
