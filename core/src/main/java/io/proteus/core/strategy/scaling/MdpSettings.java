package io.proteus.core.strategy.scaling;

import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Shared;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * The settings of {@link MdpScaling}.
 *
 * @param bounds how few and how many nodes
 * @param reward what a number of nodes is worth
 * @param expression a reward of a person's own; there exactly when the reward is one
 * @param request what one request per second is worth
 * @param machine what a machine costs
 * @param millisecond what a millisecond of latency costs
 * @param largestStep nodes that one action adds or removes
 * @param discount weight of what comes one decision later
 * @param rhythm when it decides, and how it learns
 */
@Section("TIRAMOLA's Markov decision process.")
public record MdpSettings(
    @Shared("nodes") NodeBounds bounds,
    @Key(
            doc = "what a number of nodes is worth (MDP-2), or `mdp.expression`",
            usual = "throughput-less-square")
        Worth reward,
    @Key(
            doc =
                "a reward of your own, of machines, throughput, latency and load; for `expression`"
                    + " only",
            example = "throughput - 100 * machines")
        @Nullable Reward expression,
    @Key(doc = "B: what one request per second is worth (MDP-2)", usual = "1") double request,
    @Key(doc = "C: what a machine costs, in the same unit (MDP-2)", usual = "100") double machine,
    @Key(doc = "A: what a millisecond of latency costs (MDP-2)", usual = "10") double millisecond,
    @Key(doc = "nodes that one action adds or removes at most (MDP-1)", usual = "2")
        int largestStep,
    @Key(doc = "gamma: weight of what comes one decision later (MDP-3)", usual = "0.90")
        Ratio discount,
    @Inline MdpScaling.Rhythm rhythm)
    implements ConfiguredScaling {

  /** The rewards that go by a name. */
  public enum Worth {
    COST,
    THROUGHPUT,
    THROUGHPUT_LESS_SQUARE,
    THROUGHPUT_LESS_LATENCY,
    EXPRESSION;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }

  public MdpSettings {
    if ((reward == Worth.EXPRESSION) != (expression != null)) {
      throw new InvalidValue(
          expression != null
              ? "mdp.expression: want it with mdp.reward expression only, got '%s' with mdp.reward %s."
                  .formatted(expression, reward)
              : "mdp.expression: want an expression, as mdp.reward is expression.");
    }
    new MdpScaling(bounds, largestStep, discount, new Reward.Cost(machine), rhythm);
  }

  /** The policy itself. */
  public MdpScaling policy() {
    return new MdpScaling(bounds, largestStep, discount, worth(), rhythm);
  }

  @Override
  public ScalingPolicy within(Limits limits) {
    return policy().within(limits);
  }

  private Reward worth() {
    return switch (reward) {
      case COST -> new Reward.Cost(machine);
      case THROUGHPUT -> new Reward.Throughput(request);
      case THROUGHPUT_LESS_SQUARE -> new Reward.ThroughputLessSquare(request, machine);
      case THROUGHPUT_LESS_LATENCY ->
          new Reward.ThroughputLessLatency(request, machine, millisecond);
      case EXPRESSION -> java.util.Objects.requireNonNull(expression);
    };
  }
}
