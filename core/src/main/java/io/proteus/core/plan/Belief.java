package io.proteus.core.plan;

import io.proteus.core.strategy.Evidence;
import io.proteus.core.strategy.PlanKind;

/**
 * What a plan of some kind is believed to change in a figure: {@code ln(after / before) = slope *
 * score + noise}, a straight line through the origin, as a plan that betters nothing should change
 * nothing. Slope and noise are a normal and an inverse gamma distribution, updated by what earlier
 * plans came to (Gelman et al., Bayesian Data Analysis, 3rd edition, section 14.2, with one
 * predictor); an interval is that of the predictive Student distribution, so it is wide while there
 * are few plans, and as wide as their residuals once there are many.
 *
 * @param slope before there is any evidence
 */
record Belief(double slope) {
  /**
   * MeT, section 6.2: +35 % over a balanced layout of one configuration, ln 1.35 = 0.3, where all
   * requests get a better place on nodes at about 75 % of their CPU.
   */
  private static final double RECONFIGURED = 0.4;

  /**
   * Perfect scaling would be 1 for what a saturated node is relieved of; TIR-8 reports 1.8 times
   * the reads on twice the nodes at 55 % of the CPU: ln 1.8 / (0.55 * 0.5), cut to what a saturated
   * node can gain at most, as its clients asked for more too; updates did not gain at all.
   */
  private static final double RESIZED = 0.7;

  /**
   * How sure the slope is at first, as a standard deviation: nothing and twice as much are near.
   */
  private static final double SLOPE_DEVIATION = 0.4;

  /** Between two spans some minutes apart, by the load alone; a standard deviation of ln. */
  private static final double NOISE = 0.2;

  /** How many plans that noise is worth. */
  private static final double NOISE_PLANS = 4;

  /** A plan's worth as squared scores that {@link #SLOPE_DEVIATION} stands for. */
  private static final double FIRST_SQUARES = (NOISE / SLOPE_DEVIATION) * (NOISE / SLOPE_DEVIATION);

  /**
   * However bad the past, a better place is believed to be worth this share of what is assumed at
   * first: else a load that happened to fall twice would end all acting, and all learning with it.
   */
  private static final double LEAST = 0.1;

  /** Nine times in ten below it, of the normal distribution. */
  private static final double NINE_IN_TEN = 1.2816;

  static Belief ofThroughput(PlanKind kind) {
    return new Belief(kind == PlanKind.RECONFIGURE ? RECONFIGURED : RESIZED);
  }

  /**
   * As throughput rises, the same clients wait less: interactive response time law, no thinking.
   */
  static Belief ofLatency(PlanKind kind) {
    return new Belief(-ofThroughput(kind).slope());
  }

  /**
   * What the figure will be.
   *
   * @param now the figure before, 0 or more
   * @param score of the plan, -1..1
   * @param doubt standard deviation of the score
   */
  Estimate after(double now, double score, double doubt, Evidence past) {
    double squares = FIRST_SQUARES + past.squares();
    double learned = (FIRST_SQUARES * slope + past.products()) / squares;
    double used = Math.signum(slope) * Math.max(LEAST * Math.abs(slope), toward(learned));
    double plans = NOISE_PLANS + past.plans();
    double residuals =
        NOISE_PLANS * NOISE * NOISE
            + past.changes()
            + FIRST_SQUARES * slope * slope
            - squares * learned * learned;
    double variance = Math.max(0, residuals) / plans * (1 + score * score / squares);
    double deviation = Math.sqrt(variance + used * used * doubt * doubt);
    double spread = student(plans) * deviation;
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
