package io.proteus.benchmarks;

import io.proteus.controller.provider.Providers;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.plan.Planner;
import io.proteus.core.plan.prediction.Predictor;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The whole decision of MeT: guards, classify, group, assign, match, weigh, plan, price. Each node
 * stands for {@value GeneratedSituation#PARTITIONS_A_NODE} partitions, so 5,000 nodes for a
 * million. The heap holds the situation, too. The collector is the one that {@code ./proteus}
 * starts with.
 */
@SuppressWarnings("NullAway.Init") // JMH sets the fields before it measures
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 7)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx2g", "-XX:+UseSerialGC"})
public class DecisionBenchmark {
  @Param({"10", "100", "1000", "5000"})
  public int nodes;

  @Param public Start start;

  private final DecisionMaker maker =
      new DecisionMaker(
          PolicyStrategy.met(),
          Guards.defaults(),
          new Planner(Ratio.of(0.7), Ratio.of(0.9), HeapRoom.usual(), Providers.memory("hbase")),
          new Predictor(1, 2, Duration.ofHours(1), Providers.costs("hbase")));
  private Situation situation;

  /** Generates the cluster, and makes sure that the decision is what is to be measured. */
  @Setup
  public void generate() {
    situation = GeneratedSituation.of(nodes, start);
    Decision decision = maker.decide(situation);
    // a plan that does not pay is made whole before it is held
    boolean acts = decision.plan().or(decision::heldBack).isPresent();
    if (acts == (start == Start.IN_PLACE)) {
      throw new IllegalStateException(
          "from %s: want %s plan, got the other".formatted(start, acts ? "no" : "a"));
    }
  }

  @Benchmark
  public Decision decide() {
    // a new one, as a situation keeps what it was asked for
    return maker.decide(situation.with(situation.memory()));
  }
}
