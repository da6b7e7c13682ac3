package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.cluster.StoreConnector;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.riak.RecordedRiak;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of a Riak cluster that answers as a recorded one did are set by a policy of one's own. */
class RiakSettingsTest {
  private static final String POLICY =
      """
      schema: proteus/policy/1
      name: %s
      title: ours
      source: us
      workload: {class: any, when: "nodes > 2"}
      hold: 0s
      set:
        %s
      """;

  private final ManualClock clock = ManualClock.start();

  @TempDir private Path folder;
  private RecordedRiak riak;

  @BeforeEach
  void start() throws Exception {
    riak = new RecordedRiak(folder.resolve("bin"), clock);
    RecordedRiakCloud.newest = riak;
    Files.createDirectories(folder.resolve("ours"));
  }

  @AfterEach
  void stop() throws Exception {
    riak.close();
  }

  private void wanted(String name, String value) throws Exception {
    Files.writeString(
        folder.resolve("ours/%s.yaml".formatted(name)), POLICY.formatted(name, value));
  }

  private Outcome proteus(String cloud, String... command) {
    String addresses =
        riak.addresses().entrySet().stream()
            .map(node -> "\"%s\": \"%s\"".formatted(node.getKey(), node.getValue()))
            .collect(Collectors.joining(", "));
    return new CommandLineUnderTest(folder, clock)
        .reachedBy(new StoreConnector(line -> {}))
        .file(
            "proteus.yaml",
            """
            cluster: {name: rings}
            engine:
              type: riak
              nodes: [riak1@127.0.0.1, riak2@127.0.0.1]
              addresses: {%s}
              command: %s
              directory: %s
            %s
            scaling: {policy: keep}
            configuration: {policy: policies}
            policies: {directory: ours, restart: true}
            nodes: {min: 3, max: 4}
            monitor: {period: 30s, samples: 2}
            execution: {pollEvery: 15s}
            """
                .formatted(addresses, riak.command(), folder.resolve("notes"), cloud))
        .run(command);
  }

  private List<String> done() {
    return riak.log().stream()
        .filter(call -> call.startsWith("set ") || call.startsWith("restart "))
        .toList();
  }

  @Test
  void aNodeTakesItsLimitWhileItRunsAndAnUndoPutsItBack() throws Exception {
    wanted("few-transfers", "transferLimit: \"4\"");

    Outcome applied = proteus("", "apply", "--yes");

    assertThat(applied.err()).doesNotContain("error");
    assertThat(applied.out()).contains("set riak1@127.0.0.1 online to transfer_limit=4");
    assertThat(done()).containsOnly("set transfer_limit=4").hasSize(3);
    clock.advance(Duration.ofMinutes(31));
    Outcome undone = proteus("", "undo", "--yes");
    assertThat(undone.err()).doesNotContain("error");
    assertThat(done()).hasSize(6).endsWith("set transfer_limit=8");
  }

  @Test
  void whatTakesARestartIsDoneByTheCloudOneNodeAfterTheOther() throws Exception {
    wanted("more-memory", "leveldbMemory: \"256 * MB\"");
    riak.haveFour();

    Outcome applied = proteus("cloud: {type: recorded-riak}", "apply", "--yes");

    assertThat(applied.err()).doesNotContain("error");
    assertThat(applied.out())
        .contains("restart riak1@127.0.0.1 with leveldb.maximum_memory=268435456");
    assertThat(done())
        .containsExactly(
            "restart riak1@127.0.0.1 in FOUR",
            "restart riak2@127.0.0.1 in FOUR",
            "restart riak3@127.0.0.1 in FOUR",
            "restart riak4@127.0.0.1 in FOUR");
  }

  @Test
  void whereNoCloudRestartsNodesThePlanSaysThatTheyKeepTheirSettings() throws Exception {
    wanted("more-memory", "leveldbMemory: \"256 * MB\"");

    Outcome planned = proteus("", "plan");

    assertThat(planned.out())
        .contains("keep their settings: they take no new ones while they run", "cloud.type");
    assertThat(done()).isEmpty();
  }

  @Test
  void whatProteusDoesNotSetIsSaid() throws Exception {
    wanted("large-files", "bitcaskMaxFileSize: \"4 * GB\"");

    Outcome explained = proteus("", "policies", "explain", "--cluster");

    assertThat(explained.out()).contains("the node never takes another value of it");
  }

  @Test
  void parametersTellWhatNodesAreSetTo() {
    Outcome told = proteus("", "parameters");

    assertThat(told.err()).doesNotContain("error");
    assertThat(told.out())
        .contains("transfer_limit", "leveldb.maximum_memory", "128 MB", "anti_entropy");
  }
}
