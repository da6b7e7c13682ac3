package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.COOLDOWN;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NOT_DUE;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.ReasonCode.TRAINING;

import io.proteus.core.setting.Key;
import io.proteus.core.strategy.Measurement;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * TIRAMOLA's decision-making module (MDP-1 to MDP-6): a Markov decision process whose states are
 * numbers of machines. The greedy policy on its value function adds n machines, removes n, or does
 * nothing.
 *
 * <p>Each decision remembers one measurement, smoothed over the monitor's window. Where the paper
 * is silent, {@code docs/decisions/0004-scaling-policies.md} says what was chosen.
 *
 * @param bounds the states
 * @param largestStep the most machines that one action adds or removes
 * @param discount gamma, the weight of what comes one decision later
 * @param reward of a state
 * @param rhythm when it decides, and how it learns
 */
public record MdpScaling(
    NodeBounds bounds, int largestStep, Ratio discount, Reward reward, Rhythm rhythm)
    implements ScalingPolicy {

  /** The limit on states that one decision can weigh. */
  private static final int MOST_STATES = 10_000;

  /**
   * When it decides, and how it learns.
   *
   * @param decideEvery from decision to decision (MDP-5: 10 minutes)
   * @param backOff from the end of an action to the next decision (MDP-5: 5 minutes)
   * @param trainingSizes how many sizes are tried before the measurements are trusted; 1: none
   *     beside the first
   * @param similar share of the load within which two loads count as alike
   * @param saturation CPU above which more may be asked for than is served
   * @param margin by how much the load may be off: it goes only where that would change nothing
   * @param trustedDecisions how many decisions long it is believed that no more is asked for than a
   *     larger size served
   */
  public record Rhythm(
      @Key(doc = "from decision to decision (MDP-5)", usual = "10m", zero = true)
          Duration decideEvery,
      @Key(
              doc = "from the end of an action to the next decision (MDP-5)",
              usual = "5m",
              zero = true)
          Duration backOff,
      @Key(doc = "sizes that are tried at first; 1: no training (MDP-4)", usual = "3")
          int trainingSizes,
      @Key(doc = "share of the load within which loads count as alike (MDP-4)", usual = "0.20")
          Ratio similar,
      @Key(doc = "CPU above which more may be asked for than is served", usual = "0.60")
          Ratio saturation,
      @Key(doc = "by how much the load may be off without changing the decision", usual = "0.05")
          Ratio margin,
      @Key(
              doc =
                  "decisions for which it is believed that no more is asked for than a larger size"
                      + " served (MDP-4)",
              usual = "12")
          int trustedDecisions) {

    public Rhythm {
      if (trustedDecisions < 0) {
        throw new InvalidValue(
            "mdp.trustedDecisions: want 0 or more, got %d.".formatted(trustedDecisions));
      }
    }

    public static Rhythm paper() {
      return new Rhythm(
          Duration.ofMinutes(10),
          Duration.ofMinutes(5),
          3,
          Ratio.of(0.2),
          Ratio.of(0.6),
          Ratio.of(0.05),
          12);
    }
  }

  public MdpScaling {
    if (largestStep < 1 || discount.value() >= 1) {
      throw new InvalidValue(
          "mdp: want largestStep of 1 or more and discount below 1, got %d and %s."
              .formatted(largestStep, discount.value()));
    }
    if (rhythm.similar().value() == 0 || rhythm.saturation().value() == 0) {
      throw new InvalidValue("mdp: want similar and saturation above 0.");
    }
    if (bounds.max() > MOST_STATES) {
      throw new InvalidValue(
          "nodes.max: want %d at most with an MDP, got %d.".formatted(MOST_STATES, bounds.max()));
    }
  }

  @Override
  public Scaling decide(Situation now) {
    Optional<Reason> notNow = ClusterLoad.gap(now).or(() -> backingOff(now)).or(() -> notDue(now));
    if (notNow.isPresent()) {
      return new Scaling.Keep(notNow.get(), now.memory());
    }
    Measurement measured = measure(now);
    if (reward.needsLatency() && measured.latencyMs() == null) {
      return new Scaling.Keep(
          METRICS_INCOMPLETE.because(
              "mdp.reward",
              "the reward weighs the latency, which this store does not tell: take another reward"),
          now.memory());
    }
    ScalingMemory memory = now.memory().scaling().with(measured).withDecidedAt(now.now());
    return train(now, measured, memory).orElseGet(() -> best(now, measured, memory));
  }

  private Optional<Reason> backingOff(Situation now) {
    Instant last = now.lastAction();
    if (last == null || !isWithin(rhythm.backOff(), last, now)) {
      return Optional.empty();
    }
    return Optional.of(
        COOLDOWN.because(
            "mdp.backOff",
            "the last action ended %d s ago, and %d s are to pass",
            Duration.between(last, now.now()).toSeconds(),
            rhythm.backOff().toSeconds()));
  }

  private Optional<Reason> notDue(Situation now) {
    Instant last = now.memory().scaling().decidedAt();
    if (last == null || !isWithin(rhythm.decideEvery(), last, now)) {
      return Optional.empty();
    }
    return Optional.of(
        NOT_DUE.because(
            "mdp.decideEvery",
            "it decided %d s ago, and decides every %d s",
            Duration.between(last, now.now()).toSeconds(),
            rhythm.decideEvery().toSeconds()));
  }

  /** A moment in the far future comes from a clock that was wrong, and is ignored. */
  private static boolean isWithin(Duration length, Instant then, Situation now) {
    return Duration.between(then, now.now()).abs().compareTo(length) < 0;
  }

  private static Measurement measure(Situation now) {
    ClusterLoad load = ClusterLoad.withIoWait(now);
    return new Measurement(
        now.now(), load.nodes(), load.served(), load.served(), load.latencyMs(), load.meanCpu());
  }

  /** Larger sizes first, which do no harm; a smaller one only where the others can take it. */
  private Optional<Scaling> train(Situation now, Measurement measured, ScalingMemory memory) {
    long sizes = memory.measurements().stream().mapToInt(Measurement::machines).distinct().count();
    int present = measured.machines();
    int next = present < most(present) ? present + 1 : present - 1;
    double then = measured.cpu().value() * present / Math.max(1, next);
    boolean known = memory.measurements().stream().anyMatch(m -> m.machines() == next);
    if (sizes >= rhythm.trainingSizes()
        || known
        || next < bounds.min()
        || then > rhythm.saturation().value() && next < present) {
      return Optional.empty();
    }
    return Optional.of(
        new Scaling.Resize(
            next,
            List.of(
                TRAINING.because(
                    "mdp.trainingSizes",
                    "from %d to {%d nodes}, to measure: %d of %d sizes are known",
                    present,
                    next,
                    sizes,
                    rhythm.trainingSizes())),
            now.memory().with(memory)));
  }

  private int most(int present) {
    return Math.max(present, bounds.max());
  }

  private Scaling best(Situation now, Measurement measured, ScalingMemory memory) {
    int present = measured.machines();
    int next = next(measured, memory);
    boolean sure =
        direction(present, next, 1 - rhythm.margin().value(), measured, memory)
            && direction(present, next, 1 + rhythm.margin().value(), measured, memory);
    if (next == present || !sure) {
      return new Scaling.Keep(
          SIZE_FITS.because(
              next == present ? "mdp.reward" : "mdp.margin",
              next == present
                  ? "{%d nodes} {serves|serve} %.0f op/s, and no other number is worth more"
                  : "{%d nodes} {serves|serve} %.0f op/s, and a little more or less load would"
                      + " change whether another number is worth more",
              present,
              measured.throughput()),
          now.memory().with(memory));
    }
    Outlook outlook = new Outlook(memory.measurements(), measured, rhythm);
    Expected then = outlook.at(next);
    return new Scaling.Resize(
        next,
        List.of(
            (next > present ? GROW : SHRINK)
                .because(
                    "mdp.reward",
                    "{%d nodes} {is|are} expected to serve %.0f op/s (%s), %d serve %.0f: a reward"
                        + " of %.4g instead of %.4g",
                    next,
                    then.throughput(),
                    then.measured() ? "as measured" : "in proportion",
                    present,
                    measured.throughput(),
                    reward.of(then),
                    reward.of(outlook.at(present)))),
        now.memory().with(memory));
  }

  /** The next state of the greedy policy. */
  private int next(Measurement measured, ScalingMemory memory) {
    int present = measured.machines();
    Outlook outlook = new Outlook(memory.measurements(), measured, rhythm);
    return new ValueIteration(
            Math.min(bounds.min(), present),
            most(present),
            largestStep,
            discount.value(),
            machines -> reward.of(outlook.at(machines)))
        .next(present);
  }

  /** Whether it would go the same way if there were so much load. */
  private boolean direction(
      int present, int next, double share, Measurement measured, ScalingMemory memory) {
    Measurement other =
        new Measurement(
            measured.at(),
            present,
            measured.load() * share,
            measured.throughput() * share,
            measured.latencyMs(),
            Ratio.share(measured.cpu().value() * share, 1));
    return Integer.signum(next(other, memory) - present) == Integer.signum(next - present);
  }
}
