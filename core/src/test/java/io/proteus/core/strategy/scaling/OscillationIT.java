package io.proteus.core.strategy.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.fixture.ElasticCluster;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Under a constant load no policy goes to and fro, however noisy its measurements are. */
@Tag("storeless")
class OscillationIT {
  private static final int SEEDS = 200;
  private static final NodeBounds BOUNDS = new NodeBounds(1, 12);
  private static final Duration WINDOW = Duration.ofMinutes(30);
  private static final Duration EVERY = Duration.ofMinutes(3);

  private static Map<String, ScalingPolicy> policies() {
    Map<String, ScalingPolicy> policies = new LinkedHashMap<>();
    MetScaling met = MetScaling.defaults();
    policies.put(
        "met",
        new MetScaling(
            met.cpuAbove(),
            met.ioWaitAbove(),
            met.cpuBelow(),
            met.subOptimalNodes(),
            met.underloadDecisions(),
            BOUNDS));
    policies.put("threshold", ThresholdScaling.paper());
    policies.put("target", target(0.1));
    policies.put("forecast", ForecastScaling.usual(BOUNDS));
    policies.put(
        "mdp",
        new MdpScaling(
            BOUNDS,
            2,
            Ratio.of(0.9),
            new Reward.ThroughputLessLatency(1, 100, 10),
            MdpScaling.Rhythm.paper()));
    return policies;
  }

  @Test
  void withinTheLimitsNoPolicyEverUndoesAResizeWithinTheWindow() {
    Map<String, ScalingPolicy> all = policies();
    all.put("nervous target", target(0));
    all.forEach(
        (name, policy) ->
            Seeds.forAll(
                SEEDS,
                seed ->
                    assertThat(
                            constant(seed, new LimitedScaling(policy, Limits.within(BOUNDS)), 0.2)
                                .opposites(WINDOW))
                        .as(name)
                        .isZero()));
  }

  /** From a tenth to nearly all of what six nodes serve and back, every half hour. */
  @Test
  void steadyMetDoesNotGoToAndFroUnderLargeSwingsEither() {
    ScalingPolicy bounded = policies().getOrDefault("met", MetScaling.defaults());
    Seeds.forAll(
        SEEDS / 4,
        seed -> {
          assertThat(swinging(seed, bounded).opposites(WINDOW)).as("alone").isPositive();
          assertThat(
                  swinging(seed, new SteadyScaling(bounded, WINDOW, "met.oppositeWindow"))
                      .opposites(WINDOW))
              .isZero();
        });
  }

  private static ElasticCluster swinging(long seed, ScalingPolicy policy) {
    return new ElasticCluster(6, 500, 0.03, seed)
        .run(
            policy,
            Duration.ofHours(8),
            EVERY,
            now -> 1500 * (1 + 0.9 * Math.sin(2 * Math.PI * now.getEpochSecond() / 1800.0)));
  }

  /**
   * The MDP turns once when it has been trained, and later where it is saturated: every 12
   * decisions, two hours, it looks whether a larger size would serve more by now.
   */
  @Test
  void aloneTheyHardlyEverDoUnderTheNoiseOfRealMeasurements() {
    policies()
        .forEach(
            (name, policy) ->
                Seeds.forAll(
                    SEEDS / 4,
                    seed -> {
                      ElasticCluster cluster = constant(seed, policy, 0.03);
                      if (name.equals("mdp")) {
                        assertThat(turns(cluster)).as(name).isLessThanOrEqualTo(1 + 2 * 8 / 2);
                      } else {
                        assertThat(cluster.opposites(WINDOW)).as(name).isZero();
                      }
                    }));
  }

  private static long turns(ElasticCluster cluster) {
    var resizes = cluster.resizes();
    long turns = 0;
    for (int index = 1; index < resizes.size(); index++) {
      boolean grew = resizes.get(index).to() > resizes.get(index).from();
      boolean grewBefore = resizes.get(index - 1).to() > resizes.get(index - 1).from();
      turns += grew == grewBefore ? 0 : 1;
    }
    return turns;
  }

  private static ElasticCluster constant(long seed, ScalingPolicy policy, double noise) {
    Random random = new Random(seed);
    double load = 100 + 4000 * random.nextDouble();
    ElasticCluster cluster = new ElasticCluster(1 + random.nextInt(12), 500, noise, seed);
    return cluster.run(policy, Duration.ofHours(8), EVERY, now -> load);
  }

  private static TargetTracking target(double margin) {
    return new TargetTracking(Ratio.of(0.6), null, Ratio.of(margin), CpuOf.HOTTEST);
  }
}
