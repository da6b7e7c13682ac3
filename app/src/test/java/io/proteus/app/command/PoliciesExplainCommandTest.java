package io.proteus.app.command;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.ExitCode;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies that act, on a cluster in memory: explained, applied, and wrong ones refused. */
class PoliciesExplainCommandTest {
  private static final String ACTING =
      "scaling: {policy: keep}\nconfiguration: {policy: policies}\nguards: {balancer: take-over}\n";

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
  private InMemoryCluster cluster;
  private CommandLineUnderTest line;

  @BeforeEach
  void aTableThatIsOnlyRead() {
    cluster =
        cluster()
            .clock(clock)
            .node("rs1")
            .holding("users", 2, new RequestRates(50, 0, 0))
            .node("rs2")
            .holding("users", 2, new RequestRates(50, 0, 0))
            .build();
    line = new CommandLineUnderTest(folder, clock).on(cluster);
  }

  private CommandLineUnderTest.Outcome explained(String... more) {
    String[] args = new String[more.length + 3];
    args[0] = "policies";
    args[1] = "explain";
    args[2] = "--samples=1";
    System.arraycopy(more, 0, args, 3, more.length);
    return line.run(args);
  }

  @Test
  void tellsWhatEachTableAndServerWouldGetAndWhyItWaits() {
    line.configured(ACTING);

    var done = explained("--cluster");

    assertThat(done.exitCode()).as(done.err()).isEqualTo(ExitCode.OK);
    assertThat(done.out())
        .containsPattern("> pcm-ro +RO +reads == 1 +yes")
        .containsPattern("  pcm-wo +WO .* no")
        .containsPattern("blockSize .*16 KB")
        .contains("table users is RO (200 op/s, 100 % reads")
        .contains("for 0 s of 10 min: pcm-ro waits")
        .contains(
            "memstoreLowerLimit is not set: it takes a restart of the node [policies.restart]")
        .contains("heap is not set: not known: memory [policies.nodeMemory]");
  }

  @Test
  void saysThatNothingActsWhereNothingDoes() {
    line.configured("");

    assertThat(explained("--cluster").out())
        .contains("Nothing of this is set: configuration.policy is not policies");
  }

  @Test
  void printsADocumentAsItsSchemaSaysFromASavedObservationToo() throws IOException {
    line.configured(ACTING);
    line.run("watch", "--once", "--save", "now.json", "--interval", "30s");

    var live = explained("--cluster", "--json");
    var saved = explained("--from", "now.json", "--json", "--only", "users");

    Schemas.assertValid("policy-explanation", live.out());
    Schemas.assertValid("policy-explanation", saved.out());
    Schemas.assertValid("observation", Files.readString(folder.resolve("now.json")));
    JsonNode only = new ObjectMapper().readTree(saved.out()).path("subjects");
    assertThat(only).hasSize(1);
    assertThat(only.get(0).path("chosen").asText()).isEqualTo("pcm-ro");
  }

  @Test
  void wantsAClusterOrAFileAndANameThatIsThere() {
    line.configured(ACTING);

    assertThat(explained().exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(explained("--cluster", "--from", "x").err()).contains("got both");
    assertThat(explained("--cluster", "--only", "user").err())
        .contains("there is no table or node 'user', maybe 'users'");
  }

  @Test
  void appliesAPolicyOnlineAndHoldsWhileItsClassIsNew() {
    line.configured(ACTING);

    var held = line.run("apply", "--yes", "--samples", "1");
    assertThat(held.out()).contains("CLASS_NOT_CONFIRMED").contains("for 0 s of 10 min");
    assertThat(held.err())
        .contains(
            "apply looks once and cannot wait: `run` and `serve` do; `--regardless-of-load`, or"
                + " `policies.hold: 0s`, do not wait.");
    assertThat(cluster.peek().node(new NodeId("rs1")).orElseThrow().memory())
        .isEqualTo(MemorySplit.of(0.40, 0.25));

    var applied = line.run("apply", "--yes", "--samples", "1", "--regardless-of-load");
    assertThat(applied.exitCode()).as(applied.out() + applied.err()).isEqualTo(ExitCode.OK);
    assertThat(cluster.peek().table(new TableId("users")).orElseThrow().settings())
        .isEqualTo(TableSettings.of(Map.of(), Map.of("f", Map.of("BLOCKSIZE", "16384"))));
    assertThat(cluster.peek().node(new NodeId("rs1")).orElseThrow().memory())
        .isEqualTo(MemorySplit.of(0.6, 0.1));
    assertThat(cluster.incidents()).isEmpty();
  }

  @Test
  void aWrongFileOfTheAdministratorsIsToldByFileLineAndKey() throws IOException {
    Files.createDirectory(folder.resolve("own"));
    Files.writeString(
        folder.resolve("own/mine.yaml"),
        """
        schema: proteus/policy/1
        name: mine
        title: mine
        source: me
        workload: {class: RO, when: reads == 1}
        set:
          blokSize: 16 * KB
        """);
    line.configured(ACTING + "policies: {directory: own}\n");

    assertThat(explained("--cluster").err())
        .contains("mine.yaml:7: set.blokSize: there is no such parameter, maybe 'blockSize'");
  }

  @Test
  void explainsThePoliciesOfAnotherFolderBeforeTheyCount() throws IOException {
    Files.createDirectory(folder.resolve("drafts"));
    Files.writeString(
        folder.resolve("drafts/mine.yaml"),
        """
        schema: proteus/policy/1
        name: pcm-ro
        title: mine
        source: me
        workload: {class: RO, when: reads == 1}
        set:
          blockSize: 8 * KB
        """);
    line.configured(ACTING);

    assertThat(explained("--cluster", "--only", "users", "--directory", "drafts").out())
        .containsPattern("blockSize .*8 KB");
    assertThat(explained("--cluster", "--directory", "none").err())
        .contains("--directory: ")
        .contains("there is no such folder");
  }

  @Test
  void anAdministratorsPolicyReplacesAShippedOneAndOthersAreSwitchedOffAndOn() throws IOException {
    Files.createDirectory(folder.resolve("own"));
    Files.writeString(
        folder.resolve("own/mine.yaml"),
        """
        schema: proteus/policy/1
        name: pcm-ro
        title: mine
        source: me
        workload: {class: RO, when: reads == 1}
        condition: nodes >= 2
        set:
          blockSize: 32 * KB
        """);
    line.configured(
        ACTING + "policies: {directory: own, disabled: [pcm-wo], enabled: [hconfig-1]}\n");

    assertThat(explained("--cluster", "--only", "users").out())
        .containsPattern("blockSize .*32 KB")
        .contains("hconfig-1")
        .doesNotContain("pcm-wo");
    line.configured(ACTING + "policies: {disabled: [pcm-w]}\n");
    assertThat(explained("--cluster").err())
        .contains("policies.disabled: want names of policies, got 'pcm-w', maybe 'pcm-wm'");
  }
}
