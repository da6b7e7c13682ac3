package io.proteus.simulator.arena;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.arena.Oracle.Way;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios by families, and the yardsticks beside them. */
@Tag("storeless")
class ArenaIT {
  @TempDir private Path cache;

  @Test
  void everyFamilyDrawsScenariosThatAreAllDifferentAndTheSameAgain() {
    for (Family family : Families.ALL) {
      List<Scenario> drawn = LongStream.range(0, 6).mapToObj(family::scenario).toList();

      assertThat(drawn).as(family.name()).doesNotHaveDuplicates();
      assertThat(family.scenario(3)).as(family.name()).isEqualTo(drawn.get(3));
      assertThat(drawn)
          .as(family.name())
          .allSatisfy(
              scenario ->
                  assertThat(scenario.tenants())
                      .allMatch(t -> t.rate() != null || !t.think().isZero()));
    }
  }

  @Test
  void theKeptScenariosAreFixedAndPlayedWholeWhateverTheSeeds() {
    List<Long> seeds = Families.KEPT.seeds(101, 2);

    assertThat(seeds).hasSize(14).startsWith(1L).endsWith(14L);
    assertThat(seeds.stream().map(Families.KEPT::scenario).map(Scenario::name))
        .doesNotHaveDuplicates()
        .contains("kept-nights", "kept-over-a-node", "kept-shipped-flash-crowd");
    assertThat(family("steady").seeds(101, 2)).containsExactly(101L, 102L);
  }

  private static Family family(String name) {
    return Families.ALL.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void theOracleNeverPaysMoreThanTheBestSizeThatStays() throws Exception {
    Scenario scenario = family("flash-crowd").scenario(1);

    Oracle oracle = Oracle.of(scenario, 2, scenario.nodes() + 3, 1);

    Way stays = oracle.bestStatic();
    Way path = oracle.asGoodAs(stays.missed());
    assertThat(path.nodeHours()).isLessThan(stays.nodeHours());
    assertThat(path.sizes()).as("more in the crowd, and before and after few").hasSize(24);
    assertThat(path.sizes().get(0)).isLessThan(Collections.max(path.sizes()));
    assertThat(path.sizes().get(23)).isLessThan(Collections.max(path.sizes()));
  }

  @Test
  void whatIsNotAnsweredOrLateIsMissed() throws Exception {
    Scenario scenario = family("flash-crowd").scenario(2).withNodes(2);

    Service few = service(scenario);
    Service many = service(scenario.withNodes(20));

    assertThat(few.missedShare()).isGreaterThan(0.1);
    assertThat(many.missedShare()).isLessThan(0.01);
    assertThat(Service.sum(few.offered())).isEqualTo(Service.sum(many.offered()));
  }

  private static Service service(Scenario scenario) throws Exception {
    return Service.of(
        scenario, Simulation.run(scenario, Simulation.NOBODY, 1), Duration.ofMinutes(10));
  }

  private Arena arena(Set<String> unchanged) {
    return new Arena(
        List.of(family("steady")), 3, 1, List.of("none", "threshold"), 1, cache, unchanged);
  }

  @Test
  void theOracleBeginsWithTheNodesThatAllBeginWith() throws Exception {
    Scenario scenario = family("flash-crowd").scenario(1);

    Way grown = staying(Oracle.of(scenario.withNodes(2), 2, 8, 1), 8);
    Way given = staying(Oracle.of(scenario.withNodes(8), 2, 8, 1), 8);

    assertThat(grown.missed()).as("until they have booted").isGreaterThan(given.missed());
    assertThat(grown.nodeHours()).isEqualTo(given.nodeHours());
  }

  private static Way staying(Oracle oracle, int nodes) {
    return oracle.ways().stream()
        .filter(way -> way.sizes().stream().allMatch(size -> size == nodes))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void yardsticksAreKeptAndOutcomesOnlyOfStrategiesThatAreSaidToBeUnchanged() throws Exception {
    List<Outcome> played = arena(Set.of()).play((more, done, all) -> {});
    List<Path> files;
    try (Stream<Path> found = Files.list(cache)) {
      files = found.sorted().toList();
    }
    assertThat(files).hasSize(2);
    for (Path file : files) { // so that it shows where a figure comes from
      Files.writeString(
          file, Files.readString(file).replaceAll("\"failures\":0", "\"failures\":7"));
    }

    List<Outcome> again = arena(Set.of()).play((more, done, all) -> {});
    List<Outcome> unchanged = arena(Set.of("threshold")).play((more, done, all) -> {});

    assertThat(played).extracting(o -> o.tally().failures()).containsExactly(0, 0);
    assertThat(again).extracting(o -> o.tally().failures()).containsExactly(7, 0);
    assertThat(again).extracting(Outcome::regret).isEqualTo(regrets(played));
    assertThat(unchanged).extracting(Outcome::regret).isEqualTo(regrets(played));
  }

  private static List<Double> regrets(List<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::regret).toList();
  }

  @Test
  void whatIsKeptOfAnotherSimulatorIsNotUsed() throws Exception {
    Scenario scenario = family("steady").scenario(3);
    Tally one = new Tally(0, 0, 1, 0, 0, 0, 0, 0);
    Tally other = new Tally(0, 0, 2, 0, 0, 0, 0, 0);
    Set<String> all = Set.of("met");

    new KeptRuns(cache, "before", all).tally(scenario, 3, "met", () -> one);

    assertThat(new KeptRuns(cache, "after", all).tally(scenario, 3, "met", () -> other))
        .isEqualTo(other);
    assertThat(new KeptRuns(cache, "before", all).tally(scenario, 3, "met", () -> other))
        .isEqualTo(one);
    Scenario changed = scenario.withNodes(scenario.nodes() + 1);
    assertThat(new KeptRuns(cache, "before", all).tally(changed, 3, "met", () -> other))
        .isEqualTo(other);
  }

  @Test
  void doingNothingDoesNoHarmAndKeepsItsNodes() throws Exception {
    List<Outcome> outcomes = arena(Set.of()).play((more, played, all) -> {});

    assertThat(outcomes).extracting(Outcome::strategy).containsExactly("none", "threshold");
    assertThat(outcomes.get(0).harm()).isZero();
    assertThat(outcomes.get(0).tally().resizes()).isZero();
    assertThat(outcomes).allMatch(outcome -> outcome.regret() > -0.05);
  }
}
