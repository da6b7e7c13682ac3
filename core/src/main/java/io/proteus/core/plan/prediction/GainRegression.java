package io.proteus.core.plan.prediction;

import io.proteus.core.model.CostModel;
import io.proteus.core.plan.Estimate;
import io.proteus.core.strategy.Evidence;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.Width;

/**
 * The change in a figure that plans of one kind bring: {@code ln(after / before) = slope * score +
 * noise}. The line goes through the origin, because a plan that improves nothing should change
 * nothing. Slope and noise have a normal and an inverse gamma distribution, updated by earlier
 * plans (Gelman et al., Bayesian Data Analysis, 3rd edition, section 14.2, with one predictor). The
 * interval is that of the predictive Student distribution: it is wide with few plans, and as wide
 * as their residuals with many. Where the load changes more by itself than is assumed, which shows
 * before there was any plan, that is the first noise.
 *
 * @param slope before there is any evidence
 * @param slopeDeviation how sure that is, as a standard deviation
 * @param noise between two spans some minutes apart, by the load alone; a standard deviation of ln
 */
record GainRegression(double slope, double slopeDeviation, double noise) {
  /** How many plans the first noise is worth. */
  private static final double NOISE_PLANS = 4;

  /** How many times the assumed noise the load's own changes are worth at most. */
  private static final double QUIET_SPANS = 8;

  /**
   * The least slope, as a share of the first one, however bad the past was. Otherwise two falls in
   * load by chance would end all acting, and with it all learning.
   */
  private static final double LEAST = 0.1;

  /** Nine times in ten below it, of the normal distribution. */
  private static final double NINE_IN_TEN = 1.2816;

  /**
   * The gain in throughput. Twice the slope is improbable, and the load may change by a seventh
   * meanwhile.
   */
  static GainRegression ofThroughput(PlanKind kind, CostModel.Gains gains) {
    double slope = kind == PlanKind.RECONFIGURE ? gains.reconfigured() : gains.resized();
    return new GainRegression(slope, 0.3, 0.15);
  }

  /** The gain in latency. Answer times vary more than throughput. */
  static GainRegression ofLatency(CostModel.Gains gains) {
    return new GainRegression(gains.latency(), 0.8, 0.4);
  }

  /**
   * The same for a load whose own changes are known. It has no less noise than is assumed, as a
   * plan adds surprises of its own.
   *
   * @param quiet changes over spans in which no plan ran
   */
  GainRegression onLoad(Evidence quiet) {
    double weight = Math.min(quiet.plans(), QUIET_SPANS);
    if (weight == 0) {
      return this;
    }
    double known = noise * noise + weight * quiet.changes() / quiet.plans();
    double seen = Math.sqrt(known / (1 + weight));
    return new GainRegression(slope, slopeDeviation, Math.max(noise, seen));
  }

  /**
   * The expected figure.
   *
   * @param now the figure before, 0 or more
   * @param score of the plan, -1..1
   * @param doubt standard deviation of the score
   * @param width what earlier intervals have shown of how wide this one has to be
   */
  Estimate after(double now, double score, double doubt, Evidence past, Width width) {
    // the squared scores that the first slope is worth
    double first = (noise / slopeDeviation) * (noise / slopeDeviation);
    double squares = first + past.squares();
    double learned = (first * slope + past.products()) / squares;
    double used = Math.signum(slope) * Math.max(LEAST * Math.abs(slope), toward(learned));
    double plans = NOISE_PLANS + past.plans();
    double residuals =
        NOISE_PLANS * noise * noise
            + past.changes()
            + first * slope * slope
            - squares * learned * learned;
    double variance = Math.max(0, residuals) / plans * (1 + score * score / squares);
    double deviation = Math.sqrt(variance + used * used * doubt * doubt);
    double spread = width.factor() * student(plans) * deviation;
    double change = used * score;
    return new Estimate(
        now * Math.exp(change), now * Math.exp(change - spread), now * Math.exp(change + spread));
  }

  private double toward(double learned) {
    return Math.signum(slope) * learned;
  }

  /** The quantile of Student's distribution, by Cornish and Fisher's expansion. */
  private static double student(double freedom) {
    double z = NINE_IN_TEN;
    return z
        + (z * z * z + z) / (4 * freedom)
        + (5 * Math.pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * freedom * freedom);
  }
}
