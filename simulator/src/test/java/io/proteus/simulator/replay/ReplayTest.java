package io.proteus.simulator.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.run.SimulationResult.Point;
import io.proteus.simulator.scenario.Recording.Demand;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.simulator.world.World;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal of a simulated cluster tells of it, and what comes of playing that again. */
class ReplayTest {
  private static final Duration YEARS = Duration.ofDays(3650);

  private static final String GROWING =
      """
      name: growing
      lasts: 2h
      nodes: 3
      layout: balanced
      tenants:
        - {name: shop, operations: {read: 0.8, update: 0.2}, clients: 800, rate: 24000, rows: 200000, shares: 12,
           load: [{curve: steps, steps: [{from: 0s, to: 0.4}, {from: 40m, to: 1}]}]}
        - {name: search, operations: {scan: 1}, clients: 50, rate: 40, rows: 50000, shares: 4}
      proteus:
        nodes: {min: 2, max: 10}
      """;

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("journal.db");
  }

  private SimulationResult record(String yaml, String strategy) throws Exception {
    Scenario scenario = ScenarioFile.parse("test", yaml);
    try (SqliteJournal journal = SqliteJournal.open(file(), YEARS)) {
      return Simulation.journaled(scenario, strategy, 1, journal);
    }
  }

  private static double nodes(SimulationResult run, double from, double until) {
    return run.points().stream()
        .filter(point -> point.at() > from && point.at() <= until)
        .mapToInt(Point::nodes)
        .average()
        .orElse(0);
  }

  @Test
  void asItWasGivesTheNodesAndTheOperationsOfTheOriginal() throws Exception {
    SimulationResult original = record(GROWING, "target");
    Replay replay = Replay.of(file(), Assumptions.none(), Map.of());

    SimulationResult again = replay.run(Simulation.NOBODY, 7);

    assertThat(original.resizes()).as("the original is one that grows").isPositive();
    assertThat(again.operations())
        .isCloseTo(original.operations(), within(0.05 * original.operations()));
    assertThat(again.nodeHours())
        .isCloseTo(original.nodeHours(), within(0.1 * original.nodeHours()));
    assertThat(again.mostNodes()).isEqualTo(original.mostNodes());
    assertThat(nodes(again, 0, 2_000)).isCloseTo(nodes(original, 0, 2_000), within(0.1));
    assertThat(nodes(again, 5_000, 7_000)).isCloseTo(nodes(original, 5_000, 7_000), within(0.1));
    assertThat(again.incidents()).isEmpty();
    assertThat(replay.recorded().operations())
        .isCloseTo(original.operations(), within(0.05 * original.operations()));
    assertThat(replay.scenario().hardware().coreSpeed()).isCloseTo(1, within(0.2));
  }

  @Test
  void theLoadOfEachTableFollowsTheRecordedOne() throws Exception {
    record(GROWING, "target");

    Replay replay = Replay.of(file(), Assumptions.none(), Map.of());

    List<Demand> shop = replay.recording().of("shop");
    assertThat(at(shop, 20).rate()).isCloseTo(9_600, within(200.0));
    assertThat(at(shop, 100).rate()).isCloseTo(24_000, within(1_200.0));
    assertThat(at(shop, 100).operations().update()).isCloseTo(0.2, within(0.01));
    assertThat(at(shop, 100).shares()).hasSize(12);
    assertThat(at(replay.recording().of("search"), 100).operations().scan()).isEqualTo(1);
  }

  private static Demand at(List<Demand> demands, int minutes) {
    Demand found = demands.get(0);
    for (Demand demand : demands) {
      found = demand.from().toMinutes() <= minutes ? demand : found;
    }
    return found;
  }

  @Test
  void anotherStrategyDecidesOnTheRecordedLoad() throws Exception {
    SimulationResult original = record(GROWING, "target");
    Replay replay = Replay.of(file(), Assumptions.none(), Map.of("nodes", Map.of("max", 3)));

    SimulationResult bounded = replay.run("target", 1);

    assertThat(bounded.mostNodes()).isEqualTo(3).isLessThan(original.mostNodes());
  }

  @Test
  void timesInWhichNothingWasSeenAreBridgedAndAreNotZero() throws Exception {
    record(
        GROWING.replace("lasts: 2h", "lasts: 1h").replace("{min: 2, max: 10}", "{min: 3, max: 3}")
            + "faults: [{fault: metrics-lost, at: 10m, lasts: 10m}]\n",
        "target");

    Replay replay = Replay.of(file(), Assumptions.none(), Map.of());

    assertThat(replay.recorded().longestSilenceSeconds()).isBetween(600L, 700L);
    assertThat(replay.recording().of("shop")).allMatch(demand -> demand.rate() > 8_000);
    assertThat(replay.remarks()).anyMatch(remark -> remark.contains("straight line"));
  }

  @Test
  void nodesWithoutAnythingToSpareAreSaidToHideDemand() throws Exception {
    record(
        """
        name: busy
        lasts: 20m
        nodes: 2
        tenants:
          - {name: shop, operations: {read: 1}, clients: 400, rows: 100000, shares: 4}
        """,
        "target");

    Replay replay = Replay.of(file(), Assumptions.none(), Map.of());

    assertThat(replay.recorded().saturated()).isGreaterThan(replay.recorded().observations() / 2);
    assertThat(replay.remarks()).anyMatch(remark -> remark.contains("may have wanted more"));
  }

  /** For half an hour of the second hour it was a year ahead, and then it was 40 min behind. */
  @Test
  void whatAClockSawThatWasSetBackIsLeftOut() throws Exception {
    record(GROWING, "target");
    long begin = World.BEGINNING.getEpochSecond() * 1_000_000_000L;
    long minute = 60_000_000_000L;
    execute("DROP TRIGGER entry_is_final");
    execute(
        "UPDATE entry SET at = at + %d WHERE at BETWEEN %d AND %d"
            .formatted(365 * 24 * 60 * minute, begin + 60 * minute, begin + 90 * minute));
    execute(
        "UPDATE entry SET at = at - %d WHERE at BETWEEN %d AND %d"
            .formatted(40 * minute, begin + 100 * minute, begin + 200 * minute));

    Replay replay = Replay.of(file(), Assumptions.none(), Map.of());

    assertThat(replay.recorded().from()).isBefore(replay.recorded().until());
    assertThat(replay.scenario().lasts()).isBetween(Duration.ofMinutes(70), Duration.ofMinutes(81));
    assertThat(replay.recorded().nodeHours()).isBetween(3.0, 1.4 * 10);
    assertThat(replay.recording().of("shop"))
        .isSortedAccordingTo(Comparator.comparing(Demand::from));
    assertThat(replay.remarks()).anyMatch(remark -> remark.contains("clock"));
    assertThat(replay.run(Simulation.NOBODY, 1).operations())
        .isCloseTo(replay.recorded().operations(), within(0.1 * replay.recorded().operations()));
  }

  @Test
  void aJournalWithoutSurveysIsTakenAsOneTable() throws Exception {
    record(GROWING, "target");
    execute("DELETE FROM entry WHERE kind = 'surveyed'");

    Replay replay = Replay.of(file(), new Assumptions(Map.of("partitionSize", "150MB")), Map.of());

    assertThat(replay.recording().partitions()).hasSize(16);
    assertThat(replay.remarks()).anyMatch(remark -> remark.contains("no surveys"));
    assertThat(replay.run(Simulation.NOBODY, 1).operations())
        .isCloseTo(replay.recorded().operations(), within(0.1 * replay.recorded().operations()));
  }

  @Test
  void aSizeOfPartitionsIsRefusedWhereTheJournalTellsIt() throws Exception {
    record(GROWING, "target");
    Assumptions assumed = new Assumptions(Map.of("partitionSize", "150MB"));

    assertThatThrownBy(() -> Replay.of(file(), assumed, Map.of()))
        .isInstanceOf(InvalidValue.class)
        .hasMessage(
            "--assume partitionSize=150MB: this journal tells the size of each partition, so want"
                + " none. Leave it out.");
  }

  @Test
  void whatIsAssumedCanBeGiven() throws Exception {
    record(GROWING, "target");

    Replay replay =
        Replay.of(
            file(),
            new Assumptions(
                Map.of("rowSize", "2KB", "hardware.coreSpeed", "0.5", "hardware.handlers", "30")),
            Map.of());

    assertThat(replay.scenario().tenants()).allMatch(tenant -> tenant.rowSize().bytes() == 2048);
    assertThat(replay.scenario().hardware().coreSpeed()).isEqualTo(0.5);
    assertThat(replay.scenario().hardware().handlers()).isEqualTo(30);
  }

  /** And not to where Proteus was started. */
  @Test
  void policiesOfOnesOwnAreLookedForBesideTheConfigurationFile() throws Exception {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.createDirectories(conf.resolve("mine"));
    Files.writeString(
        conf.resolve("proteus.yaml"),
        """
        cluster: {name: shop}
        engine: {zookeeper: "zk1:2181"}
        policies: {directory: mine}
        guards: {cooldown: 5m}
        """);

    Map<String, Object> settings = Replay.settingsOf(conf.resolve("proteus.yaml"));

    assertThat(settings).containsOnlyKeys("policies", "guards");
    assertThat(settings.get("policies"))
        .hasToString("{\"directory\":\"%s\"}".formatted(conf.resolve("mine").toAbsolutePath()));
  }

  @Test
  void whoDecidesIsNotTakenFromTheConfigurationFile() throws Exception {
    record(GROWING, "target");
    Path conf = folder.resolve("proteus.yaml");
    Files.writeString(
        conf,
        """
        cluster: {name: shop}
        engine: {zookeeper: "zk1:2181"}
        strategy: threshold
        nodes: {min: 2, max: 10}
        scaling: {policy: keep, cpuOf: hottest}
        """);

    Map<String, Object> settings = Replay.settingsOf(conf);

    assertThat(settings).containsOnlyKeys("nodes", "scaling");
    assertThat(settings.get("scaling")).hasToString("{\"cpuOf\":\"hottest\"}");
    assertThat(Replay.of(file(), Assumptions.none(), settings).run("target", 1).resizes())
        .as("with scaling.policy: keep there would be none")
        .isPositive();
  }

  /** In it are words such as off, which YAML of old takes for a truth value. */
  @Test
  void theFileThatInitWritesCanBeReplayedWith() throws Exception {
    record(GROWING, "target");
    Path conf = Files.writeString(folder.resolve("proteus.yaml"), Configuration.template());

    Map<String, Object> settings = Replay.settingsOf(conf);

    assertThat(Replay.of(file(), Assumptions.none(), settings).run("met", 1).operations())
        .isPositive();
  }

  @Test
  void whatIsNeverAssumedIsRefusedWithWhatIs() {
    assertThatThrownBy(() -> new Assumptions(Map.of("rate", "3")))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("--assume rate")
        .hasMessageContaining("rowSize");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> Replay.of(file(), Assumptions.none(), Map.of()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("journal.db");
  }

  @Test
  void aFileThatIsNoJournalIsNamed() throws Exception {
    Files.writeString(file(), "a text, and a rather long one at that ".repeat(100));

    assertThatThrownBy(() -> Replay.of(file(), Assumptions.none(), Map.of()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("journal.db");
  }

  @Test
  void aJournalOfANewerProteusIsNamed() throws Exception {
    record(GROWING.replace("lasts: 2h", "lasts: 5m"), "target");
    execute("PRAGMA user_version = 99");

    assertThatThrownBy(() -> Replay.of(file(), Assumptions.none(), Map.of()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("journal.db")
        .hasMessageContaining("version 99");
  }

  @Test
  void aJournalWithTooFewObservationsSaysHowManyItHas() throws Exception {
    try (SqliteJournal journal = SqliteJournal.open(file(), YEARS)) {
      journal.append(Instant.EPOCH, new OperatorAsked("ada", "apply", "to see"));
    }

    assertThatThrownBy(() -> Replay.of(file(), Assumptions.none(), Map.of()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("journal.db")
        .hasMessageContaining("want 2 or more observations")
        .hasMessageContaining("got 0");
  }

  private void execute(String statement) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement executed = connection.createStatement()) {
      executed.execute(statement);
    }
  }
}
