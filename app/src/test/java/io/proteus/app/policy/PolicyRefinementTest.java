package io.proteus.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PolicyDrafted;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyDrafts;
import io.proteus.controller.policy.PolicyFolder;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy that made things worse is proposed otherwise, and counts so with consent only. */
class PolicyRefinementTest {
  /** Takes the readers' cache, and sets a block size beside it. */
  private static final String STARVING =
      """
      schema: proteus/policy/1
      name: starving
      title: readers without a cache
      source: for a test
      workload: {class: RO, when: reads == 1}
      hold: 3m
      set:
        blockCacheShare: %s
        memstoreShare: %s
        %s
      """;

  @TempDir Path folder;

  private Path policies(String cache, String buffer, String more) throws IOException {
    Path own = Files.createDirectories(folder.resolve("policies"));
    Files.writeString(own.resolve("mine.yaml"), STARVING.formatted(cache, buffer, more));
    return own;
  }

  private SimulationResult run(SqliteJournal journal) throws Exception {
    SimulationResult result =
        Simulation.journaled(
            ScenarioFile.parse(
                "test",
                """
                name: refined
                lasts: 40m
                acts: 5m
                nodes: 3
                layout: balanced
                memory: 40%% / 25%%
                tenants:
                  - {name: shop, think: 5ms, operations: {read: 1}, clients: 60, shares: 6, hotData: 0.3}
                proteus:
                  nodes: {min: 3, max: 3}
                  scaling: {policy: keep}
                  configuration: {policy: policies}
                  policies: {directory: %s, restart: true}
                """
                    .formatted(folder.resolve("policies"))),
            "threshold",
            1,
            journal);
    assertThat(result.incidents()).isEmpty();
    return result;
  }

  private static <E> List<E> events(SqliteJournal journal, String kind, Class<E> type)
      throws Exception {
    return journal.before(Long.MAX_VALUE, 100, List.of(kind)).stream()
        .map(JournalEntry::event)
        .map(type::cast)
        .toList();
  }

  @Test
  void whatMadeThingsWorseIsLeftOutOfADraftThatNobodyHasToAccept() throws Exception {
    Path own = policies("0.02", "0.60", "blockSize: 64 * KB");
    String before = Files.readString(own.resolve("mine.yaml"));
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      run(journal);

      assertThat(events(journal, "verified", Verified.class))
          .anyMatch(found -> found.result().code() == ReasonCode.MADE_WORSE);
      assertThat(events(journal, "undo-ended", UndoEnded.class)).hasSize(1);
      PolicyDrafted drafted =
          events(journal, "policy-drafted", PolicyDrafted.class).stream()
              .reduce(
                  (one, other) -> {
                    throw new AssertionError("two drafts of one measurement");
                  })
              .orElseThrow();
      assertThat(drafted.policy()).isEqualTo("starving");
      assertThat(drafted.sentence().toString())
          .contains("starving without blockCacheShare, memstoreShare is proposed")
          .contains("proteus policies accept starving");
      assertThat(Files.readString(own.resolve("drafts/starving.yaml")))
          .isEqualTo(drafted.text())
          .contains("measured: ")
          .contains("blockSize")
          .doesNotContain("  blockCacheShare");
      assertThat(Files.readString(own.resolve("mine.yaml"))).isEqualTo(before);
    }
  }

  @Test
  void aPolicyOfWhichNothingIsLeftIsProposedSwitchedOff() throws Exception {
    Path own = policies("0.02", "0.60", "");
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      run(journal);

      assertThat(events(journal, "policy-drafted", PolicyDrafted.class))
          .singleElement()
          .satisfies(
              drafted ->
                  assertThat(drafted.sentence().toString())
                      .contains("starving switched off is proposed"));
      assertThat(Files.readString(own.resolve("drafts/starving.yaml")))
          .contains("enabled: false")
          .contains("blockCacheShare");
    }
  }

  @Test
  void whatDidNoHarmIsNotProposedOtherwise() throws Exception {
    policies("0.45", "0.20", "");
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      run(journal);

      assertThat(events(journal, "verified", Verified.class))
          .isNotEmpty()
          .allMatch(found -> found.result().code() != ReasonCode.MADE_WORSE);
      assertThat(events(journal, "policy-drafted", PolicyDrafted.class)).isEmpty();
      assertThat(folder.resolve("policies/drafts")).doesNotExist();
    }
  }

  private static Optional<Policy> named(PolicyFolder policies, String name) {
    return policies.get().shelf().policies().stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst();
  }

  private PolicyFolder read() throws Exception {
    return Configuration.parse(
            "test",
            """
            cluster: {name: test}
            engine: {type: hbase, zookeeper: "localhost:2181"}
            configuration: {policy: policies}
            policies: {directory: policies}
            """,
            folder)
        .policies()
        .tuning()
        .orElseThrow();
  }

  @Test
  void anAcceptedDraftCountsWithTheNextLookAndAWrongFileChangesNothing() throws Exception {
    Path own = policies("0.3", "0.2", "blockSize: 64 * KB");
    PolicyFolder policies = read();
    PolicyDrafts drafts = new PolicyDrafts(own);
    Files.createDirectories(own.resolve("drafts"));
    Files.writeString(
        own.resolve("drafts/starving.yaml"),
        STARVING.formatted("0.3", "0.2", "").replace("  memstoreShare: 0.2\n", ""));

    assertThat(policies.lookAgain()).as("a draft is no policy").isEmpty();
    drafts.accept("starving", "accepted by anna", policies.get().shelf().catalogue());
    assertThat(policies.lookAgain().orElseThrow().toString())
        .isEqualTo("policies are read anew; changed: starving");
    assertThat(named(policies, "starving").orElseThrow().values())
        .containsOnlyKeys("blockCacheShare");
    assertThat(own.resolve("mine.yaml.former")).exists();
    assertThat(own.resolve("drafts/starving.yaml")).doesNotExist();
    assertThat(own.resolve("starving.yaml")).content().startsWith("# accepted by anna\n");

    Files.writeString(own.resolve("wrong.yaml"), "name: wrong\n");
    assertThat(policies.lookAgain().orElseThrow().toString())
        .contains("policies stay as they were last read: wrong.yaml");
    assertThat(policies.lookAgain()).as("said once").isEmpty();
    assertThat(named(policies, "starving")).isPresent();
  }
}
