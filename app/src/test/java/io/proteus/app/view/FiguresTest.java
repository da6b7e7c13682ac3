package io.proteus.app.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.units.Ratio;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void aSmallRateKeepsADecimalAndALargeOneItsThousands() {
    assertThat(Figures.rate(0.0)).isEqualTo("0");
    assertThat(Figures.rate(0.26)).isEqualTo("0.3");
    assertThat(Figures.rate(9.96)).isEqualTo("10");
    assertThat(Figures.rate(12345.6)).isEqualTo("12,346");
  }

  @Test
  void theUnknownIsADash() {
    assertThat(Figures.rate(null)).isEqualTo("-");
    assertThat(Figures.percent(null)).isEqualTo("-");
    assertThat(Figures.percent(Ratio.ZERO)).isEqualTo("0%");
  }

  @Test
  void durationsReadAsASentenceWould() {
    assertThat(Figures.duration(Duration.ofMillis(400))).isEqualTo("0.4 s");
    assertThat(Figures.duration(Duration.ofSeconds(5))).isEqualTo("5 s");
    assertThat(Figures.duration(Duration.ofSeconds(200))).isEqualTo("3 min 20 s");
    assertThat(Figures.duration(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
  }
}
