package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.simulator.scenario.RandomScenarios;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The production loop through faults by chance. One seed again: {@code simulate --soak --first-seed
 * N --seeds 1}.
 */
@Tag("storeless")
class SoakIT {
  /** More of them: {@code simulate --soak --seeds 2000}. */
  private static final int SEEDS = 100;

  private static final List<String> STRATEGIES =
      List.of("met", "threshold", "target", "mdp", "forecast");

  @Test
  void whateverGoesWrongNothingIsLostAndEveryPlanEnds() {
    List<String> failures =
        LongStream.rangeClosed(1, SEEDS).parallel().boxed().flatMap(SoakIT::failuresOf).toList();

    assertThat(failures).isEmpty();
  }

  private static Stream<String> failuresOf(long seed) {
    String strategy = STRATEGIES.get((int) (seed % STRATEGIES.size()));
    try {
      return Soak.failuresOf(seed, strategy).stream();
    } catch (InvalidConfiguration e) {
      throw new AssertionError(strategy, e);
    }
  }

  /** Whatever goes wrong, one log that lives on folds to what a process that starts now reads. */
  @Test
  void whatIsFoldedAsItComesIsWhatIsReadAnew() throws Exception {
    for (int seed = 1; seed <= 10; seed++) {
      try (Journal kept = SqliteJournal.inMemory()) {
        ActionLog shared = new ActionLog(kept);
        AtomicInteger asked = new AtomicInteger();
        String strategy = STRATEGIES.get(seed % STRATEGIES.size());
        Simulation.journaled(
            RandomScenarios.of(seed), strategy, seed, comparing(kept, shared, asked, seed));
        assertThat(shared.now()).as("seed %d", seed).isEqualTo(new ActionLog(kept).now());
        assertThat(asked).as("seed %d", seed).hasPositiveValue();
      }
    }
  }

  /** Compares the log that lives on with a new one at each twentieth question. */
  private static Journal comparing(Journal kept, ActionLog shared, AtomicInteger asked, int seed) {
    return (Journal)
        Proxy.newProxyInstance(
            Journal.class.getClassLoader(),
            new Class<?>[] {Journal.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("append") && asked.incrementAndGet() % 20 == 0) {
                assertThat(shared.now())
                    .as("seed %d, entry %d", seed, asked.get())
                    .isEqualTo(new ActionLog(kept).now());
              }
              try {
                return method.invoke(kept, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void aRunThatThrowsIsAFailureAndSaysHowToSeeItAgain() throws Exception {
    List<String> failures =
        Soak.failuresOf(
            7,
            "met",
            (scenario, strategy, seed) -> {
              throw new IllegalStateException("broken");
            });

    assertThat(failures)
        .singleElement()
        .asString()
        .contains("seed 7: ", "broken", "--soak --strategy met --first-seed 7 --seeds 1");
  }

  /** The loop of production holds and goes on; here it is found. */
  @Test
  void anErrorInProteusIsAnIncident() throws Exception {
    DecisionMaker failing = new DecisionMaker(new Failing(), Guards.defaults(), Planner.met());
    Scenario scenario =
        ScenarioFile.parse(
            "test",
            """
            name: small
            lasts: 10m
            nodes: 2
            tenants: [{name: A, operations: {read: 1}, clients: 5, rows: 1000, shares: 2}]
            """);

    SimulationResult run = Simulation.deciding(scenario, failing, 1);

    assertThat(run.incidents())
        .singleElement()
        .asString()
        .startsWith(ControlLoop.ERROR)
        .contains("a broken strategy", "first after ");
  }

  private static final class Failing implements Strategy {
    @Override
    public Verdict decide(Situation now) {
      throw new IllegalStateException("a broken strategy");
    }

    @Override
    public Verdict decideRegardlessOfLoad(Situation now) {
      return decide(now);
    }
  }

  @Test
  void theSameSeedGivesTheSameRun() throws Exception {
    SimulationResult once = Simulation.run(RandomScenarios.of(7), "met", 7);
    SimulationResult again = Simulation.run(RandomScenarios.of(7), "met", 7);

    assertThat(again).isEqualTo(once);
  }
}
