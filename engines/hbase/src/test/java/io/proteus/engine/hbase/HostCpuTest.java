package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.units.Ratio;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The OperatingSystem bean as JDK 8 to 21 show it, shortened. */
class HostCpuTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"beans": [{"CpuLoad": 0.25, "ProcessCpuLoad": 0.9}]}       | 0.25
          {"beans": [{"SystemCpuLoad": 0.5, "SystemLoadAverage": 3}]} | 0.5
          """)
  void theHostsShareIsTaken(String body, double share) throws IOException {
    assertThat(HostCpu.parse(body.getBytes(UTF_8))).isEqualTo(Ratio.of(share));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"beans": [{"CpuLoad": -1.0}]}
          {"beans": [{"CpuLoad": "NaN"}]}
          {"beans": []}
          """)
  void whatTheJvmDoesNotKnowIsNotZero(String body) throws IOException {
    assertThat(HostCpu.parse(body.getBytes(UTF_8))).isNull();
  }
}
