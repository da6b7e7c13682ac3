package io.proteus.app.rendering;

import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Sample;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.history.History;
import io.proteus.core.history.RateMeter;
import io.proteus.core.history.Smoothing;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.util.List;

/** Clusters to look at. */
final class Scenes {
  private static final MetProfiles PROFILES = MetProfiles.paper();

  private Scenes() {}

  /** Two nodes with one configuration and mixed partitions; the second has no plugin. */
  static ClusterBuilder mixed(ManualClock clock) {
    return InMemoryCluster.cluster()
        .named("lab")
        .clock(clock)
        .node("rs1:16020")
        .cpu(0.91)
        .holding("orders", 2, new RequestRates(0, 0, 300))
        .holding("users", 1, new RequestRates(1200, 0, 0))
        .node("rs2:16020")
        .byRestartOnly()
        .cpu(0.12)
        .holding("users", 1, new RequestRates(800.5, 0, 0))
        .holding("archive", 1);
  }

  static Observation observe(InMemoryCluster cluster, ManualClock clock) throws PortException {
    Sample first = cluster.sample();
    clock.advance(Duration.ofSeconds(10));
    Sample second = cluster.sample();
    return RateMeter.observe(
        1,
        first,
        second,
        cluster.hosts().read(second.topology().nodes().stream().map(n -> n.id()).toList()),
        cluster.capabilities());
  }

  static Plan plan(Observation seen) {
    Situation now =
        Situation.of(
                seen.at(),
                History.empty(1).with(seen),
                new Smoothing(0.5),
                null,
                StrategyMemory.INITIAL)
            .orElseThrow();
    Verdict verdict = PolicyStrategy.met().decideRegardlessOfLoad(now);
    return Planner.met().plan(now, (Verdict.Retarget) verdict);
  }

  static ClusterView view(Observation seen, Plan wanted) {
    return appraisal().view(seen, wanted, List.of());
  }

  static Appraisal appraisal() {
    return new Appraisal(
        PROFILES::classify, List.copyOf(PROFILES.profiles().values()), Ratio.of(0.6));
  }
}
