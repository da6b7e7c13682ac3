package io.proteus.lab.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class InstallationTest {

  @Test
  void anHBaseHomeThatIsEmptyIsNoneAtAll() {
    assertThat(Installation.installed(null)).isNull();
    assertThat(Installation.installed("")).isNull();
    assertThat(Installation.installed(" ")).isNull();
    assertThat(Installation.installed("/opt/hbase")).isEqualTo(Path.of("/opt/hbase"));
  }
}
