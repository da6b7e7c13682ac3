package io.proteus.controller.verification;

import static io.proteus.core.strategy.ReasonCode.LESS_ASKED_FOR;
import static io.proteus.core.strategy.ReasonCode.MADE_WORSE;
import static io.proteus.core.strategy.ReasonCode.MORE_ASKED_FOR;
import static io.proteus.core.strategy.ReasonCode.NOT_JUDGED;
import static io.proteus.core.strategy.ReasonCode.NOT_WORSE;

import io.proteus.core.strategy.Reason;
import io.proteus.core.units.Ratio;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.hipparchus.stat.StatUtils;
import org.hipparchus.stat.inference.MannWhitneyUTest;

/**
 * Whether a cluster serves worse than before, beyond noise: a one-sided Mann-Whitney test at
 * {@value #SIGNIFICANCE} compares the samples after with those before, which are first worsened by
 * the margin. So it asks whether service got worse by more than the margin. The test assumes no
 * distribution, which a handful of samples could not show. Neighbouring samples resemble each
 * other, so it errs more often than its level says; the margin makes up for that.
 *
 * <p>Serving less is no loss where clients ask for less: then nodes answer no slower, or, where
 * answer times are not known, are less busy.
 *
 * @param worsening the margin: a smaller loss of throughput, or gain in latency, is of no matter
 */
record Comparison(Ratio worsening) {
  static final double SIGNIFICANCE = 0.01;

  /** Fewer samples on each side could not be significant however different they are. */
  static final int FEWEST = 5;

  /** CPU of nodes below which most of it is the system's own, and follows no load. */
  private static final double LEAST_BUSY = 0.1;

  /**
   * The normal approximation, which errs on the careful side with few samples. The library's exact
   * test takes two samples that interleave perfectly (U is half its largest) for as different as
   * can be.
   */
  private static final boolean NOT_EXACT = false;

  /** Stores tell whole milliseconds of the slowest, so that one more may be none. */
  private static final double STEP_MS = 1;

  private static final MannWhitneyUTest TEST = new MannWhitneyUTest();

  /**
   * The verdict with its figures.
   *
   * @param fewerNodes whether nodes went: those that are left may answer more slowly
   */
  Reason judge(Window before, Window after, boolean fewerNodes) {
    if (before.size() < FEWEST || after.size() < FEWEST) {
      return NOT_JUDGED.because(
          "verification.window",
          "%d {sample|samples} before and %d after it are of use, and %d are wanted of each",
          before.size(),
          after.size(),
          FEWEST);
    }
    Change throughput = new Change(before.throughputs(), after.throughputs());
    if (throughput.before() == 0) {
      return NOT_JUDGED.says("nothing was asked of the cluster before it");
    }
    Latency latency = Latency.of(before, after);
    Optional<Change> busy =
        before.busy().flatMap(was -> after.busy().map(now -> new Change(was, now)));
    if (throughput.fellBy(worsening)) {
      return servesLess(throughput, latency, busy);
    }
    if (latency.roseBy(worsening)) {
      return answersMoreSlowly(throughput, latency, fewerNodes);
    }
    return NOT_WORSE.says("%s", figures(throughput, latency, busy));
  }

  private Reason servesLess(Change throughput, Latency latency, Optional<Change> busy) {
    String figures = figures(throughput, latency, busy);
    if (latency.roseBy(worsening)) {
      return MADE_WORSE.because(
          "verification.worsening", "it serves less and answers more slowly: %s", figures);
    }
    // that the slowest take no longer does not say that the others do not
    if (latency.mean().isPresent()) {
      return LESS_ASKED_FOR.says("it serves less, and answers no slower: %s", figures);
    }
    if (busy.isEmpty()) {
      return NOT_JUDGED.says(
          "it serves less, but neither latency nor CPU tell whether less is asked for: %s",
          figures);
    }
    if (busy.get().before() < LEAST_BUSY) {
      return NOT_JUDGED.says(
          "it serves less, and nodes are too idle to tell whether less is asked for: %s", figures);
    }
    return busy.get().ratio() < 1 - worsening.value() / 2
        ? LESS_ASKED_FOR.says("it serves less, and is less busy: %s", figures)
        : MADE_WORSE.because(
            "verification.worsening", "it serves less, and is as busy as before: %s", figures);
  }

  private Reason answersMoreSlowly(Change throughput, Latency latency, boolean fewerNodes) {
    String figures = figures(throughput, latency, Optional.empty());
    if (throughput.ratio() > 1 + worsening.value() / 2) {
      return MORE_ASKED_FOR.says("it answers more slowly, and serves more: %s", figures);
    }
    return fewerNodes
        ? NOT_WORSE.says(
            "it answers more slowly with fewer {nodes}, and serves as much: %s", figures)
        : MADE_WORSE.because("verification.worsening", "it answers more slowly: %s", figures);
  }

  private static String figures(Change throughput, Latency latency, Optional<Change> busy) {
    StringBuilder text = new StringBuilder(throughput.says("%,.0f", "op/s"));
    latency.mean().ifPresent(change -> text.append("; ").append(change.says("%,.2f", "ms")));
    latency.p99().ifPresent(change -> text.append("; p99: ").append(change.says("%,.0f", "ms")));
    busy.ifPresent(change -> text.append("; ").append(change.says("%.2f", "of the CPU")));
    return text.toString();
  }

  /** How fast the nodes answer, as far as they tell. */
  private record Latency(Optional<Change> mean, Optional<Change> p99) {

    static Latency of(Window before, Window after) {
      return new Latency(
          changed(before.latencies(), after.latencies()),
          changed(before.p99s().map(Latency::steps), after.p99s().map(Latency::steps)));
    }

    /** Times below one step count as one step, so that they can be compared. */
    private static double[] steps(double[] p99s) {
      return Arrays.stream(p99s).map(value -> Math.max(STEP_MS, value)).toArray();
    }

    private static Optional<Change> changed(Optional<double[]> before, Optional<double[]> after) {
      return before
          .flatMap(was -> after.map(now -> new Change(was, now)))
          .filter(change -> change.before() > 0);
    }

    boolean roseBy(Ratio margin) {
      return mean.filter(change -> change.roseBy(margin)).isPresent()
          || p99.filter(change -> change.lessIs(STEP_MS).roseBy(margin)).isPresent();
    }
  }

  /** A figure before and after. */
  private record Change(double[] was, double[] is) {

    /** The change if it were less by this share afterwards. */
    Change lessIs(double less) {
      return new Change(was, Arrays.stream(is).map(value -> value - less).toArray());
    }

    double before() {
      return median(was);
    }

    double ratio() {
      return median(is) / before();
    }

    private static double median(double[] values) {
      return StatUtils.percentile(values, 50);
    }

    boolean fellBy(Ratio margin) {
      return differs(1 - margin.value()) && ratio() < 1 - margin.value();
    }

    boolean roseBy(Ratio margin) {
      return differs(1 + margin.value()) && ratio() > 1 + margin.value();
    }

    /** Two-sided at twice the level is one-sided at the level, on the side that is looked at. */
    private boolean differs(double times) {
      double[] shifted = Arrays.stream(was).map(value -> value * times).toArray();
      return TEST.mannWhitneyUTest(shifted, is, NOT_EXACT) < 2 * SIGNIFICANCE;
    }

    String says(String format, String unit) {
      return String.format(
          Locale.ROOT,
          "median " + format + " %s before and " + format + " after (%+.0f %%)",
          before(),
          unit,
          median(is),
          100 * (ratio() - 1));
    }
  }
}
