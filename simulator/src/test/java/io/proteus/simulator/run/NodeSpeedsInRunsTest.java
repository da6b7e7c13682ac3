package io.proteus.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.simulator.arena.Families;
import io.proteus.simulator.fault.SlowNode;
import io.proteus.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The speeds of nodes that are learned in scenarios of the arena. */
class NodeSpeedsInRunsTest {
  /** Watches, and does nothing. */
  private static final class Watching implements Strategy {
    final List<Double> speeds = new ArrayList<>();

    @Override
    public Verdict decide(Situation now) {
      NodeSpeeds learned = NodeSpeeds.of(now).seen(now);
      speeds.clear();
      now.topology().nodes().forEach(node -> speeds.add(learned.of(node.id())));
      return Verdict.hold(
          ReasonCode.HEALTHY.says("only watching"),
          now.memory().with(now.memory().scaling().with(learned)));
    }

    @Override
    public Verdict decideRegardlessOfLoad(Situation now) {
      return decide(now);
    }
  }

  private static List<Double> learned(Scenario scenario, long seed) throws Exception {
    Watching watching = new Watching();
    Simulation.deciding(
        scenario, new DecisionMaker(watching, Guards.defaults(), Planner.met()), seed);
    return watching.speeds;
  }

  private static Scenario of(String family, long seed) {
    return Families.ALL.stream()
        .filter(each -> each.name().equals(family))
        .findFirst()
        .orElseThrow()
        .scenario(seed);
  }

  @Test
  void slowMachinesAreFound() throws Exception {
    for (long seed = 1; seed <= 2; seed++) {
      Scenario scenario = of("slow-machines", seed);
      double slow =
          scenario.faults().stream()
              .filter(SlowNode.class::isInstance)
              .mapToDouble(fault -> ((SlowNode) fault).speed())
              .findFirst()
              .orElseThrow();
      List<Double> speeds = learned(scenario, seed);
      double usual = speeds.get(speeds.size() - 1);
      assertThat(speeds.get(0) / usual).isBetween(0.8 * slow, 1.2 * slow);
      assertThat(speeds.get(1) / usual).isBetween(0.8 * slow, 1.2 * slow);
    }
  }

  @Test
  void noneAreFoundWhereMachinesAreAlike() throws Exception {
    for (String family : List.of("tenants", "hot-spot")) {
      for (long seed = 1; seed <= 2; seed++) {
        assertThat(learned(of(family, seed), seed))
            .allSatisfy(speed -> assertThat(speed).isBetween(0.8, 1.2));
      }
    }
  }
}
