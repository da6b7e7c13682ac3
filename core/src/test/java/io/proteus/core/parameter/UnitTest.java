package io.proteus.core.parameter;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitTest {

  @ParameterizedTest
  @CsvSource({
    "BYTES,134217728,128 MB",
    "BYTES,9223372036854775807,no limit",
    "MILLISECONDS,604800000,7 d",
    "MILLISECONDS,3600000,1 h",
    "MILLISECONDS,90000,90 s",
    "MILLISECONDS,250,250 ms",
    "FACTOR,1.2F,1.2",
    "SHARE,0.50,0.5",
    "WORD,org.apache.hadoop.hbase.regionserver.SteppingSplitPolicy,SteppingSplitPolicy",
    "WORD,/run/hdfs.d/Socket,/run/hdfs.d/Socket",
    "SWITCH,true,true"
  })
  void showsAValueForPeople(Unit unit, String value, String shown) {
    assertThat(unit.shown(value)).isEqualTo(shown);
  }

  @Test
  void comparesValuesAndNotTexts() {
    assertThat(Unit.FACTOR.same("1.2F", "1.20")).isTrue();
    assertThat(Unit.SWITCH.same("TRUE", "true")).isTrue();
    assertThat(Unit.COUNT.same("3", "4")).isFalse();
    assertThat(Unit.COUNT.same("", "0")).isFalse();
  }

  @Test
  void knowsWhatItCannotTake() {
    assertThat(Unit.BYTES.takes("64KB")).isFalse();
    assertThat(Unit.SWITCH.takes("on")).isFalse();
    assertThat(Unit.WORD.takes("anything")).isTrue();
  }

  @Test
  void countsAreWholeAndSharesAreNot() {
    assertThat(Unit.COUNT.rounded(new BigDecimal("37.5"))).isEqualTo("37");
    assertThat(Unit.SHARE.rounded(new BigDecimal("0.966666"))).isEqualTo("0.9667");
  }
}
