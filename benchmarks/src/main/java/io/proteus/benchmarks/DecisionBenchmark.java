package io.proteus.benchmarks;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.provider.Providers;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.plan.Planner;
import io.proteus.core.plan.prediction.Predictor;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.units.Ratio;
import java.nio.file.Path;
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
 * The whole decision: guards, classify, group, assign, match, weigh, plan, price. {@code met} is
 * MeT as its document has it; {@code auto} is the strategy of that name with its usual settings:
 * sizes, least moves, and the model of service demands. Each node stands for {@value
 * GeneratedSituation#PARTITIONS_A_NODE} partitions, so 5,000 nodes for a million. The heap holds
 * the situation, too. The collector is the one that {@code ./proteus} starts with.
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
  private static final String MET = "met";
  private static final String AUTO = "auto";

  @Param({"10", "100", "1000", "5000"})
  public int nodes;

  @Param public Start start;

  @Param({MET, AUTO})
  public String strategy;

  private DecisionMaker maker;
  private Situation situation;

  /** Generates the cluster, and makes sure that the decision is what is to be measured. */
  @Setup
  public void generate() throws InvalidConfiguration {
    maker = strategy.equals(MET) ? met() : auto();
    situation = GeneratedSituation.of(nodes, start);
    Decision decision = maker.decide(situation);
    // a plan that does not pay is made whole before it is held
    boolean acts = decision.plan().or(decision::heldBack).isPresent();
    boolean known = strategy.equals(MET) || start != Start.IN_PLACE;
    if (known && acts == (start == Start.IN_PLACE)) {
      throw new IllegalStateException(
          "from %s: want %s plan, got the other".formatted(start, acts ? "no" : "a"));
    }
    System.out.printf("%s, %s: %s%n", strategy, start, acts ? "a plan" : "no plan");
  }

  private static DecisionMaker met() {
    return new DecisionMaker(
        PolicyStrategy.met(),
        Guards.defaults(),
        new Planner(Ratio.of(0.7), Ratio.of(0.9), HeapRoom.usual(), Providers.memory("hbase")),
        new Predictor(1, 2, Duration.ofHours(1), Providers.costs("hbase")));
  }

  private static DecisionMaker auto() throws InvalidConfiguration {
    return Configuration.parseUnseen(
            "the benchmark",
            """
            cluster: {name: benchmark}
            engine: {type: hbase, zookeeper: "127.0.0.1:2181"}
            strategy: auto
            nodes: {min: 1, max: 10000}
            """,
            Path.of(""))
        .decisionMaker();
  }

  @Benchmark
  public Decision decide() {
    // a new one, as a situation keeps what it was asked for
    return maker.decide(situation.with(situation.latest()));
  }
}
