package io.proteus.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.cluster.CommandProcess.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment in short: one leader is killed, one is stopped and goes on later. */
class FailoverIT {
  @TempDir private static Path folder;

  @Test
  void anotherDaemonLeadsInTimeAndNoRegionIsMovedByTwo() throws Exception {
    Outcome outcome =
        CommandProcess.start(folder, "experiment", "failover", "--trials", "2", "--regions", "8")
            .ends(Duration.ofMinutes(12))
            .succeeded();

    // two leaders fell; no move came after another had taken the lead, none from two of one plan
    assertThat(outcome.out())
        .containsPattern("\\| killed or stopped \\| +2 \\|.*\\| +0 \\| +0 \\|");
  }
}
