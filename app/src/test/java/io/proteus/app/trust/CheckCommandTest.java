package io.proteus.app.trust;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.app.command.Schemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckCommandTest {
  @TempDir private Path folder;

  private Outcome check(JournalledShop shop, String more, String... options) throws Exception {
    Files.writeString(folder.resolve("new.yaml"), JournalledShop.SETTINGS + more);
    String[] arguments = new String[options.length + 2];
    arguments[0] = "check";
    arguments[1] = "new.yaml";
    System.arraycopy(options, 0, arguments, 2, options.length);
    return new CommandLineUnderTest(folder, shop.clock).run(arguments);
  }

  @Test
  void aFileIsRightOrAllThatIsWrongIsSaidWithItsLine() throws Exception {
    JournalledShop shop = new JournalledShop(folder);

    Outcome right = check(shop, "approval: {mode: automatic}\n");
    Outcome wrong = check(shop, "approval: {mode: sometimes}\nguards: {cooldwn: 5m}\n");

    assertThat(right.exitCode()).as(right.err()).isZero();
    assertThat(right.out()).contains("new.yaml is right: cluster shop, mode automatic");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err()).contains("new.yaml:6:", "sometimes", "new.yaml:7:", "guards.cooldown");
  }

  @Test
  void theConfigurationBesideAStatefulSetIsRight() throws Exception {
    Path shipped = Path.of("../packaging/kubernetes/orders.yaml").toAbsolutePath();

    Outcome right =
        new CommandLineUnderTest(folder, new JournalledShop(folder).clock)
            .run("check", shipped.toString());

    assertThat(right.exitCode()).as(right.err()).isZero();
    assertThat(right.out()).contains("is right: cluster orders, mode recommend");
  }

  /** Every Proteus that reaches such a store looks for the claim there, so a Lease stops none. */
  @ParameterizedTest
  @CsvSource({
    "check, hbase, zookeeper: 'zk1:2181'",
    "run, hbase, zookeeper: 'zk1:2181'",
    "serve, hbase, zookeeper: 'zk1:2181'",
    "check, simulated, scenario: steady",
  })
  void aLeaseForAStoreThatKeepsTheClaimItselfIsRefused(String command, String engine, String where)
      throws Exception {
    Path file = withLease(engine, where);

    Outcome wrong =
        new CommandLineUnderTest(folder, new JournalledShop(folder).clock)
            .run(
                command.equals("check")
                    ? new String[] {command, file.toString()}
                    : new String[] {command, "--config", file.toString()});

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err())
        .contains("leased.yaml:3: cloud.lease: want nothing with engine.type " + engine)
        .contains("got orders-proteus. Take the line out.");
    assertThat(folder.resolve("proteus-data")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "redis, nodes: 'orders:6379'",
    "cassandra, nodes: [orders]",
    "riak, nodes: ['riak@10.0.0.1']",
  })
  void aLeaseForAStoreWhoseClaimIsInAFileIsRight(String engine, String where) throws Exception {
    Outcome right =
        new CommandLineUnderTest(folder, new JournalledShop(folder).clock)
            .run("check", withLease(engine, where).toString());

    assertThat(right.exitCode()).as(right.err()).isZero();
  }

  private Path withLease(String engine, String where) throws IOException {
    return Files.writeString(
        folder.resolve("leased.yaml"),
        """
        cluster: {name: orders}
        engine: {type: %s, %s}
        cloud: {type: kubernetes, statefulSet: orders, node: "{ip}:1", lease: orders-proteus}
        """
            .formatted(engine, where));
  }

  /** What somebody tries first, with nothing set besides. */
  @ParameterizedTest
  @ValueSource(strings = {"ssh", "openstack", "ec2", "kubernetes"})
  void theFirstLinesForACloudAreRight(String cloud) throws Exception {
    String readme = Files.readString(Path.of("../clouds/%s/README.md".formatted(cloud)));
    String section = readme.split("```yaml\n", 2)[1].split("```", 2)[0];
    String named = section.replaceAll("(?m)^  node: .*\n", "");
    Path file =
        Files.writeString(
            folder.resolve(cloud + ".yaml"),
            "cluster: {name: orders}\nengine: {zookeeper: \"zk1:2181\"}\n" + named);

    Outcome right =
        new CommandLineUnderTest(folder, new JournalledShop(folder).clock)
            .run("check", file.toString());

    assertThat(right.exitCode()).as(right.err()).isZero();
    assertThat(right.out()).contains("is right: cluster orders");
  }

  @Test
  void twoConfigurationsThatDecideAlikeDoNotDiffer() throws Exception {
    JournalledShop shop = new JournalledShop(folder).watched(40);

    Outcome same = check(shop, "server: {port: 8481}\n", "--against-journal");

    assertThat(same.exitCode()).as(same.err() + same.out()).isZero();
    assertThat(same.out())
        .contains("server.port", "8481", "No decision differs.")
        .containsPattern("3[0-9] decisions from 2026");
  }

  @Test
  void whatAThresholdWouldChangeIsShownWithCountsAndPrices() throws Exception {
    JournalledShop shop = new JournalledShop(folder).watched(40);

    Outcome differs = check(shop, "met: {cpuAbove: 0.95}\n", "--against-journal");
    Outcome json = check(shop, "met: {cpuAbove: 0.95}\n", "--against-journal", "--json");

    assertThat(differs.exitCode()).as(differs.err()).isEqualTo(ExitCode.DIFFERS);
    assertThat(differs.out())
        .contains("met.cpuAbove", "0.95", "decisions differ, in ")
        .containsPattern("plan: \\d+ moves")
        .contains("begins: one person")
        .contains("HEALTHY");
    JsonNode document = new ObjectMapper().readTree(json.out());
    assertThat(json.exitCode()).isEqualTo(ExitCode.DIFFERS);
    Schemas.assertValid("check", json.out());
    assertThat(document.at("/differences/0/now/reason/sentence").asText())
        .contains("2 of 2 RegionServers are over 60 % CPU");
    assertThat(document.get("differing").asInt()).isPositive();
    assertThat(document.at("/differences/0/now/price/moves").asInt()).isPositive();
    assertThat(document.at("/settings/0/key").asText()).isEqualTo("met.cpuAbove");
  }

  /** The decisions are the same, and who lets them begin is not. */
  @Test
  void whoeverWouldHaveToApproveIsCompared() throws Exception {
    JournalledShop shop = new JournalledShop(folder).watched(40);

    Outcome automatic = check(shop, "approval: {mode: automatic}\n", "--against-journal");
    Outcome two = check(shop, "approval: {fourEyes: {moves: 0}}\n", "--against-journal");

    assertThat(automatic.exitCode()).isEqualTo(ExitCode.DIFFERS);
    assertThat(automatic.out()).contains("begins: one person", "begins: Proteus itself");
    assertThat(two.out()).contains("begins: two people");
  }

  @Test
  void onlyTheTimeThatWasAskedForCounts() throws Exception {
    JournalledShop shop = new JournalledShop(folder).watched(40);

    Outcome late = check(shop, "met: {cpuAbove: 0.95}\n", "--against-journal", "--last", "15s");
    Outcome json =
        check(shop, "met: {cpuAbove: 0.95}\n", "--against-journal", "--last", "15s", "--json");

    assertThat(late.exitCode()).isZero();
    assertThat(late.out()).contains("The journal has nothing to decide on in this time");
    Schemas.assertValid("check", json.out());
  }

  @Test
  void withoutAJournalThatIsSaid() throws Exception {
    Outcome none = check(new JournalledShop(folder), "", "--against-journal");

    assertThat(none.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(none.err()).contains("there is none yet");
  }
}
