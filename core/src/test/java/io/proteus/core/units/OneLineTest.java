package io.proteus.core.units;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {
  @Test
  void whatForgesLinesOrDrivesATerminalBecomesBlank() {
    assertThat(OneLine.of("a\r\nb\tc\u0000d\u007fe")).isEqualTo("a  b c d e");
    assertThat(OneLine.of("\u001b[2Jgone\u009b31m")).isEqualTo(" [2Jgone 31m");
    assertThat(OneLine.of("a\u2028b\u2029c\u202ed\u2066e")).isEqualTo("a b c d e");
  }

  @Test
  void allElseStaysInWhateverLanguage() {
    String text = "Größe 10 % – «замена» 負荷 🙂 'quoted' \"too\"";

    assertThat(OneLine.of(text)).isEqualTo(text);
  }
}
