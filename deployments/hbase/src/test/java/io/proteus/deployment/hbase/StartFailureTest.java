package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.deployment.hbase.DaemonLog.LastWords;
import io.proteus.deployment.hbase.StartFailure.Witness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartFailureTest {
  private static final Path LOG = Path.of("/c/logs/rs1.log");

  @Test
  void theReasonIsTheDaemonsOwn() {
    LastWords last = new LastWords(List.of("java.net.BindException: in use"), true);

    assertThat(StartFailure.ended(new Witness("rs1", LOG, last)))
        .hasMessage(
            """
            rs1 ended while it was started.
            rs1 says (/c/logs/rs1.log):
              java.net.BindException: in use\
            """);
  }

  @Test
  void whoEndedWithoutAReasonMayHaveBeenKilled() {
    LastWords last = new LastWords(List.of("INFO  [main] starting"), false);

    assertThat(StartFailure.ended(new Witness("rs1", LOG, last)))
        .hasMessageContaining(
            "  INFO  [main] starting\nThat tells no reason: was it killed for want");
    assertThat(StartFailure.ended(new Witness("rs1", LOG, LastWords.NONE)))
        .hasMessageStartingWith("rs1 ended while it was started.\nThat tells no reason");
  }

  @Test
  void whoIsLateWasNotKilled() {
    assertThat(
            StartFailure.late(
                "HBase",
                Duration.ofSeconds(300),
                List.of(
                    new Witness("master", LOG, LastWords.NONE),
                    new Witness("rs1", LOG, new LastWords(List.of("waiting"), false)))))
        .hasMessage(
            """
            HBase: does not serve 300 s after its start.
            rs1 says (/c/logs/rs1.log):
              waiting\
            """);
  }
}
