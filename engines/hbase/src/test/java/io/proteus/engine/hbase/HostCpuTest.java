package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.units.Ratio;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The OperatingSystem bean as JDK 8 to 25 show it when asked for one attribute. */
class HostCpuTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"beans": [{"name": "java.lang:type=OperatingSystem", "SystemCpuLoad": 0.25}]} | 0.25
          {"beans": [{"SystemCpuLoad": 0.5, "CpuLoad": 0.0}]} | 0.5
          """)
  void theHostsShareIsTaken(String body, double share) throws IOException {
    assertThat(HostCpu.parse(body.getBytes(UTF_8))).isEqualTo(Ratio.of(share));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"beans": [{"SystemCpuLoad": -1.0}]}
          {"beans": [{"SystemCpuLoad": "NaN"}]}
          {"beans": [{"CpuLoad": 0.4}]}
          {"beans": []}
          """)
  void whatTheJvmDoesNotKnowIsNotZero(String body) throws IOException {
    assertThat(HostCpu.parse(body.getBytes(UTF_8))).isNull();
  }
}
