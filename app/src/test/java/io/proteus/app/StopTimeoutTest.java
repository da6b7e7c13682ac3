package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.configuration.Configuration;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.model.CostModel;
import io.proteus.core.step.RestartNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that is stopped has time for the longest step that it waits for. */
class StopTimeoutTest {
  private static final Pattern UNIT = Pattern.compile("(?m)^TimeoutStopSec=(\\d+)min$");

  @TempDir private Path folder;

  @Test
  void theUnitWaitsLongerThanARestartWithAllItsAttempts() throws Exception {
    Configuration usual =
        Configuration.parse(
            "proteus.yaml", "cluster: {name: shop}\nengine: {zookeeper: 'zk:2181'}\n", folder);
    Duration restart =
        new RestartNode(new NodeId("rs1"), MemorySplit.of(0.4, 0.4))
            .timeout(CostModel.assumed())
            .multipliedBy(usual.execution().attempts());

    Matcher unit = UNIT.matcher(Files.readString(Path.of("../packaging/proteus@.service")));
    assertThat(unit.find()).isTrue();

    Duration waits = Duration.ofMinutes(Long.parseLong(unit.group(1)));
    assertThat(waits).isGreaterThan(restart.plusMinutes(2));
    assertThat(Files.readString(Path.of("../packaging/container/README.md")))
        .contains("--stop-timeout " + waits.toSeconds())
        .contains("terminationGracePeriodSeconds: " + waits.toSeconds());
  }
}
