package io.proteus.core.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

  @ParameterizedTest
  @CsvSource({"64KB, 65536", "1.5 GB, 1610612736", "100 B, 100", "2mb, 2097152", "0B, 0"})
  void aSizeIsReadWithItsUnit(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(ByteSize.ofBytes(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"64", "-1KB", "KB", "64 XB", "", "1e3KB"})
  void aSizeThatIsNoneIsRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("64KB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999999999PB", "9999 PB"})
  void aSizeBeyondALongIsRefusedRatherThanCutOff(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text)).isInstanceOf(InvalidValue.class);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "1023, 1023 B", "65536, 64 KB", "1610612736, 1.5 GB"})
  void aSizeIsShownInItsLargestUnit(long bytes, String text) {
    assertThat(ByteSize.ofBytes(bytes)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 65536, 1610612736, 131072})
  void aSizeThatIsShownCanBeReadAgain(long bytes) {
    ByteSize size = ByteSize.ofBytes(bytes);

    assertThat(ByteSize.parse(size.toString())).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.01, 1.01, 40, Double.NaN})
  void aRatioOutsideZeroToOneIsRefused(double value) {
    assertThatThrownBy(() -> Ratio.of(value))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("0.4, not 40");
  }

  @Test
  void aShareOfNothingIsRefusedRatherThanTakenForZero() {
    assertThatThrownBy(() -> Ratio.share(0, 0)).isInstanceOf(InvalidValue.class);
  }

  @Test
  void aRatioThatAStoreKeptAsAFloatIsStillAboutTheSame() {
    assertThat(Ratio.of((float) 0.55).isAbout(Ratio.of(0.55))).isTrue();
    assertThat(Ratio.of(0.54).isAbout(Ratio.of(0.55))).isFalse();
  }

  @Test
  void aRateIsNeitherNegativeNorEndless() {
    assertThatThrownBy(() -> new OperationsPerSecond(-1)).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> new OperationsPerSecond(Double.POSITIVE_INFINITY))
        .isInstanceOf(InvalidValue.class);
    assertThat(new OperationsPerSecond(33720)).hasToString("33,720 op/s");
  }
}
