package io.proteus.simulator.arena;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.simulator.arena.Oracle.Way;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Scenario;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Scenarios by families, and the yardsticks beside them. */
class ArenaTest {

  @Test
  void everyFamilyDrawsScenariosThatAreAllDifferentAndTheSameAgain() {
    for (Family family : Families.ALL) {
      List<Scenario> drawn = LongStream.range(0, 4).mapToObj(family::scenario).toList();

      assertThat(drawn).as(family.name()).doesNotHaveDuplicates();
      assertThat(family.scenario(3)).as(family.name()).isEqualTo(drawn.get(3));
      assertThat(drawn)
          .as(family.name())
          .allSatisfy(scenario -> assertThat(scenario.tenants()).allMatch(t -> t.rate() != null));
    }
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

  @Test
  void doingNothingDoesNoHarmAndKeepsItsNodes() throws Exception {
    Arena arena = new Arena(List.of(family("steady")), 3, 1, List.of("threshold"), 1);

    List<Outcome> outcomes = arena.play(line -> {});

    assertThat(outcomes).extracting(Outcome::strategy).containsExactly("none", "threshold");
    assertThat(outcomes.get(0).harm()).isZero();
    assertThat(outcomes.get(0).resizes()).isZero();
    assertThat(outcomes).allMatch(outcome -> outcome.regret() > -0.05);
  }
}
