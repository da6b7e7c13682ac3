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
  private static final int CLUSTERS = 500;

  /**
   * @param calm how much the load changes from before a plan to after it, as a deviation of ln
   * @param stormy the same after the first ten plans
   */
  @ParameterizedTest
  @CsvSource({"0.05, 0.05", "0.15, 0.15", "0.5, 0.5", "0.1, 0.6", "0.6, 0.1"})
  void fourOfFivePlansEndWithinTheirIntervalHoweverUnsteadyTheLoadIs(double calm, double stormy) {
    double fixed = share(calm, stormy, false);
    double widened = share(calm, stormy, true);
    System.out.printf(
        "noise %.2f then %.2f: %.0f %% within, with a fixed width %.0f %%%n",
        calm, stormy, 100 * widened, 100 * fixed);

    assertThat(widened).isBetween(0.7, 0.95);
    assertThat(Math.abs(widened - 0.8)).isLessThanOrEqualTo(Math.abs(fixed - 0.8) + 0.02);
  }

  /** Of plans of all three kinds, which are learned apart. */
  private static double share(double calm, double stormy, boolean widens) {
    int inside = 0;
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
      Random random = new Random(1_000 + cluster);
      Evidence[] evidence = {Evidence.NONE, Evidence.NONE, Evidence.NONE};
      Width width = Width.USUAL;
      for (int plan = 0; plan < PLANS; plan++) {
        PlanKind kind = PlanKind.values()[random.nextInt(3)];
        double score = random.nextDouble() * 0.5;
        GainRegression line = GainRegression.ofThroughput(kind, Figures.COSTS.gains());
        Estimate estimate = line.after(1000, score, 0, evidence[kind.ordinal()], width);
        double noise = plan < PLANS / 2 ? calm : stormy;
        double came = 1000 * Math.exp(line.slope() * score * 0.5 + noise * random.nextGaussian());
        boolean hit = estimate.low() <= came && came <= estimate.high();
        inside += hit ? 1 : 0;
        evidence[kind.ordinal()] = evidence[kind.ordinal()].with(score, 1000, came);
        width = widens ? width.after(hit) : width;
      }
    }
    return (double) inside / (CLUSTERS * PLANS);
  }
}
