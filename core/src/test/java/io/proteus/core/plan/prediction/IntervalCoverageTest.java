package io.proteus.core.plan.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.fixture.Figures;
import io.proteus.core.plan.Estimate;
import io.proteus.core.strategy.Evidence;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.Width;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a figure ends within its interval, on loads that change by themselves meanwhile. */
class IntervalCoverageTest {
  private static final int PLANS = 20;
  private static final int FIRST_PLANS = 3;
  private static final int CLUSTERS = 500;

  /** An hour's, at ten minutes each. */
  private static final int QUIET_BETWEEN = 6;

  /** What is known of a load beside what came of plans. */
  private enum Known {
    NOTHING,
    /** Whether earlier plans ended within their interval. */
    HITS,
    /** That, and how much the load changed by itself while no plan ran. */
    HITS_AND_QUIET
  }

  /**
   * @param calm how much the load changes from before a plan to after it, as a deviation of ln
   * @param stormy the same after the first ten plans
   */
  @ParameterizedTest
  @CsvSource({"0.05, 0.05", "0.15, 0.15", "0.3, 0.3", "0.5, 0.5", "0.1, 0.6", "0.6, 0.1"})
  void fourOfFivePlansEndWithinTheirIntervalHoweverUnsteadyTheLoadIs(double calm, double stormy) {
    double fixed = share(calm, stormy, Known.NOTHING, PLANS);
    double widened = share(calm, stormy, Known.HITS, PLANS);
    double quiet = share(calm, stormy, Known.HITS_AND_QUIET, PLANS);
    System.out.printf(
        "noise %.2f then %.2f: %.0f %% within, %.0f %% without quiet spans, %.0f %% with a fixed"
            + " width%n",
        calm, stormy, 100 * quiet, 100 * widened, 100 * fixed);

    assertThat(quiet).isBetween(0.74, 0.95);
    assertThat(quiet).isGreaterThanOrEqualTo(widened - 0.01);
  }

  /** A store's first plans, of which nothing was learned yet. */
  @ParameterizedTest
  @CsvSource({"0.05", "0.15", "0.3", "0.5"})
  void theFirstPlansDoSoTooWhereTheLoadWasWatchedBefore(double noise) {
    double unknown = share(noise, noise, Known.HITS, FIRST_PLANS);
    double watched = share(noise, noise, Known.HITS_AND_QUIET, FIRST_PLANS);
    System.out.printf(
        "the first %d plans at noise %.2f: %.0f %% within, %.0f %% without quiet spans%n",
        FIRST_PLANS, noise, 100 * watched, 100 * unknown);

    assertThat(watched).isBetween(0.74, 1.0);
  }

  /** Of plans of all three kinds, which are learned apart. */
  private static double share(double calm, double stormy, Known known, int plans) {
    int inside = 0;
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
      Random random = new Random(1_000 + cluster);
      Evidence[] evidence = {Evidence.NONE, Evidence.NONE, Evidence.NONE};
      Evidence quiet = Evidence.NONE;
      Width width = Width.USUAL;
      for (int plan = 0; plan < plans; plan++) {
        PlanKind kind = PlanKind.values()[random.nextInt(3)];
        double score = random.nextDouble() * 0.5;
        double noise = plan < PLANS / 2 ? calm : stormy;
        for (int span = 0; known == Known.HITS_AND_QUIET && span < QUIET_BETWEEN; span++) {
          quiet = quiet.with(0, 1000, 1000 * Math.exp(noise * random.nextGaussian()));
        }
        GainRegression line = GainRegression.ofThroughput(kind, Figures.COSTS.gains());
        Estimate estimate =
            line.onLoad(quiet).after(1000, score, 0, evidence[kind.ordinal()], width);
        double came = 1000 * Math.exp(line.slope() * score * 0.5 + noise * random.nextGaussian());
        boolean hit = estimate.low() <= came && came <= estimate.high();
        inside += hit ? 1 : 0;
        evidence[kind.ordinal()] = evidence[kind.ordinal()].with(score, 1000, came);
        width = known == Known.NOTHING ? width : width.after(hit);
      }
    }
    return (double) inside / (CLUSTERS * plans);
  }
}
