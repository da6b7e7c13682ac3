package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
  private static final String ANY_PORT = "server: {port: 0}\nmonitor: {samples: 1}\n";

  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster =
      InMemoryCluster.cluster()
          .clock(clock)
          .node("rs1")
          .cpu(0.9)
          .holding("orders", 3, new RequestRates(0, 0, 300))
          .holding("users", 3, new RequestRates(400, 0, 0))
          .node("rs2")
          .holding("users", 3, new RequestRates(100, 0, 0))
          .build();

  private CommandLineUnderTest proteus(String more) {
    return new CommandLineUnderTest(folder, clock).on(cluster).configured(more);
  }

  @Test
  void itSaysWhereItAnswersActsNotUnaskedAndLetsTheClusterGo() throws PortException {
    Outcome served = proteus(ANY_PORT).interruptedAfter(Duration.ofMinutes(5)).run("serve");

    assertThat(served.exitCode()).as(served.err()).isZero();
    assertThat(served.out())
        .containsPattern("Serving test at http://127\\.0\\.0\\.1:\\d+, mode recommend");
    assertThat(cluster.faults().count(Call.MOVE)).isZero();
    assertThat(proteus(ANY_PORT).run("history").out()).contains("proposal");
    try (Claim free = cluster.claim("another")) {
      assertThat(free.isHeld()).isTrue();
    }
  }

  @Test
  void inAutomaticModeItActs() {
    Outcome served =
        proteus(ANY_PORT + "approval: {mode: automatic}\n")
            .interruptedAfter(Duration.ofMinutes(5))
            .run("serve");

    assertThat(served.exitCode()).as(served.err()).isZero();
    assertThat(served.out()).contains("ACTED").contains("completed:");
    assertThat(cluster.incidents()).isEmpty();
    assertThat(cluster.peek().balancerOn()).isTrue();
  }

  @Test
  void aPortThatIsTakenIsToldAndTheClusterIsLetGo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Outcome refused =
          proteus("server: {port: %d}\n".formatted(taken.getLocalPort())).run("serve");

      assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
      assertThat(refused.err()).contains("server.port").contains("another port");
    }
    try (Claim free = cluster.claim("another")) {
      assertThat(free.isHeld()).isTrue();
    }
  }

  @Test
  void theSecondDaemonOfAClusterIsRefused() throws PortException {
    try (Claim first = cluster.claim("the first one, process 7")) {
      assertThat(first.isHeld()).isTrue();

      Outcome second = proteus(ANY_PORT).run("serve");

      assertThat(second.exitCode()).isEqualTo(ExitCode.CLAIMED);
      assertThat(second.err()).contains("the first one, process 7");
    }
  }

  @Test
  void tokensAreMadeListedAndTakenAway() {
    Outcome made = proteus("").run("token", "add", "anna", "--role", "operator");
    Outcome twice = proteus("").run("token", "add", "anna", "--role", "viewer");
    Outcome listed = proteus("").run("token", "list");
    Outcome removed = proteus("").run("token", "remove", "anna");
    Outcome unknown = proteus("").run("token", "remove", "anna");

    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.out().strip()).matches("proteus_[A-Za-z0-9_-]{43}");
    assertThat(twice.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(twice.err()).contains("anna");
    assertThat(listed.out())
        .contains("anna")
        .contains("operator")
        .doesNotContain(made.out().strip());
    assertThat(removed.exitCode()).isZero();
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
