package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.cluster.Connector;
import io.proteus.app.cluster.StoreConnector;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServeCommandTest {
  private static final String ANY_PORT = "server: {port: 0}\nmonitor: {samples: 1}\n";

  private static final String STAMP = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  ";

  @TempDir private Path folder;
  private final ManualClock clock = ManualClock.start();
  private final InMemoryCluster cluster = MixedClusters.lopsided(clock).build();

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
    assertThat(served.out())
        .as("each line of the plan when it happened, the cycle's after its end")
        .containsPattern("(?m)^" + STAMP + "plan-\\d+-\\d+ begins, \\d+ steps: [A-Z_]+")
        .containsPattern("(?m)^" + STAMP + "1/\\d+ issued: \\S.*")
        .containsPattern("(?m)^" + STAMP + "1/\\d+ done: \\S.*")
        .containsPattern("(?m)^" + STAMP + "plan-\\d+-\\d+ completed: all steps are over");
    List<String> stamps =
        served
            .out()
            .lines()
            .filter(line -> line.matches(STAMP + ".*"))
            .map(line -> line.substring(0, 19))
            .toList();
    assertThat(stamps).isSorted();
    assertThat(cluster.incidents()).isEmpty();
    assertThat(cluster.peek().balancerOn()).isTrue();
  }

  @Test
  void whoApprovedAPlanIsSaidBeforeItBegins() {
    String token =
        proteus(ANY_PORT).run("token", "add", "anna", "--role", "operator").out().strip();
    AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();

    Outcome served =
        proteus(ANY_PORT)
            .meanwhile(
                said -> {
                  Matcher url = Pattern.compile("Serving test at (\\S+),").matcher(said);
                  Matcher plan = Pattern.compile("(plan-\\S+) waits for a person").matcher(said);
                  if (answer.get() == null && url.find() && plan.find()) {
                    answer.set(approved(url.group(1), plan.group(1), token));
                  }
                })
            .interruptedAfter(Duration.ofMinutes(5))
            .run("serve");

    assertThat(served.exitCode()).as(served.err()).isZero();
    assertThat(answer.get()).as(served.out()).isNotNull();
    assertThat(answer.get().statusCode()).as(answer.get().body()).isEqualTo(200);
    assertThat(served.out())
        .containsPattern(
            "(?s)"
                + STAMP
                + "anna asks for approve (plan-\\S+): ticket 7\\R.*"
                + STAMP
                + "\\1 begins, \\d+ steps?: ");
  }

  private static HttpResponse<String> approved(String url, String plan, String token) {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(url).resolve("/api/v1/clusters/test/plans/" + plan + "/approve"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("X-Proteus-Request", "test")
            .POST(HttpRequest.BodyPublishers.ofString("{\"reason\": \"ticket 7\"}"))
            .timeout(Duration.ofSeconds(20))
            .build();
    try {
      return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** As when the machines of both begin at once, or in a container that nobody starts again. */
  @Test
  void aClusterThatIsDownIsWaitedForAndThatIsSaidOnce() {
    CommandLineUnderTest proteus = proteus(ANY_PORT);
    Connector reached = proteus.environment().connector();
    AtomicInteger attempts = new AtomicInteger();
    proteus.reachedBy(
        configuration -> {
          if (attempts.incrementAndGet() < 4) {
            throw new PortException("No ZooKeeper answers at localhost:2181 within 6 s.");
          }
          return reached.connect(configuration);
        });

    Outcome served = proteus.interruptedAfter(Duration.ofMinutes(5)).run("serve");

    assertThat(served.exitCode()).as(served.err()).isZero();
    assertThat(attempts).hasValue(4);
    assertThat(served.err()).containsOnlyOnce("No ZooKeeper answers").contains("tried again");
    assertThat(served.out())
        .as("with one cluster no line needs its name")
        .containsPattern("(?m)^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  #1 ");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWillNeverReachAClusterEndsItAtOnceAmongSeveralToo(boolean several) {
    CommandLineUnderTest proteus =
        proteus(ANY_PORT)
            .reachedBy(new StoreConnector(line -> {}))
            .interruptedAfter(Duration.ofMinutes(5))
            .file(
                "secured.yaml",
                """
                cluster: {name: secured}
                engine:
                  zookeeper: 'zk:2181'
                  properties: {hbase.security.authentication: kerberos}
                """
                    + ANY_PORT);

    Outcome refused =
        several
            ? proteus.run("serve", "-c", "proteus.yaml", "-c", "secured.yaml")
            : proteus.run("serve", "-c", "secured.yaml");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err()).contains("hbase.client.keytab.file").contains("want a value");
    assertThat(refused.out()).isEmpty();
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

  /** Each cycle makes a plan anew, under another name, and only the first of them waits. */
  @Test
  void eachLineNamesThePlanThatCanBeApproved() {
    Outcome served = proteus(ANY_PORT).interruptedAfter(Duration.ofMinutes(5)).run("serve");

    assertThat(served.exitCode()).as(served.err()).isZero();
    List<String> named =
        Pattern.compile("plan-\\S+ waits for a person")
            .matcher(served.out())
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(named).hasSizeGreaterThan(1);
    assertThat(named.stream().distinct()).hasSize(1);
    assertThat(served.out().lines().filter(line -> line.contains("plan-"))).hasSameSizeAs(named);
  }

  @Test
  void theSecondDaemonOfAClusterStandsBy() throws PortException {
    try (Claim first = cluster.claim("the first one, process 7")) {
      Outcome second =
          proteus(ANY_PORT + "approval: {mode: automatic}\n")
              .interruptedAfter(Duration.ofMinutes(5))
              .run("serve");

      assertThat(second.exitCode()).as(second.err()).isZero();
      assertThat(second.out()).contains("WOULD ACT").doesNotContain("ACTED");
      assertThat(cluster.faults().count(Call.MOVE)).isZero();
      assertThat(first.isHeld()).isTrue();
    }
  }

  @Test
  void severalClustersTakeAFileEach() {
    String text = "cluster: {name: %s}\nengine: {zookeeper: '%s:2181'}\n";
    CommandLineUnderTest proteus = proteus(ANY_PORT).interruptedAfter(Duration.ofMinutes(5));
    proteus.file("a.yaml", text.formatted("a", "zk-a"));
    proteus.file("again.yaml", text.formatted("a", "zk-b"));
    proteus.file(
        "b.yaml", text.formatted("b", "zk-b") + "journal: {file: proteus-data/a/journal.db}\n");
    proteus.file("c.yaml", text.formatted("c", "zk-a"));
    proteus.file("d.yaml", text.formatted("d", "zk-d") + "server: {port: 99}\n");

    assertThat(proteus.run("serve", "-c", "a.yaml", "-c", "again.yaml").err())
        .contains("cluster.name: want another one in each file, got a");
    assertThat(proteus.run("serve", "-c", "a.yaml", "-c", "b.yaml").err())
        .contains("journal.file: want another one in each file");
    assertThat(proteus.run("serve", "-c", "a.yaml", "-c", "c.yaml").err())
        .contains("engine: want another one in each file");
    assertThat(proteus.run("serve", "-c", "a.yaml", "-c", "d.yaml").err())
        .contains("server: ")
        .contains("in the first file only");
    proteus.file("e.yaml", text.formatted("e", "zk-e") + "server: {tokens: others.json}\n");
    assertThat(proteus.run("serve", "-c", "a.yaml", "-c", "e.yaml").err())
        .contains("server.tokens: want " + folder.resolve("proteus-data/a/tokens.json"))
        .contains("got " + folder.resolve("others.json"));
    assertThat(proteus.run("serve", "-c", "a.yaml", "-c", "a.yaml").err()).contains("twice");
    assertThat(proteus.run("serve", "-c", "nowhere.yaml", "-c", "a.yaml").err())
        .contains("no such file");
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
