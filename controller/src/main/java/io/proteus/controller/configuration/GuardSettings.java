package io.proteus.controller.configuration;

import io.proteus.core.decision.DoNoHarm;
import io.proteus.core.decision.LostNodes;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Shared;
import io.proteus.core.strategy.guard.AfterUndo;
import io.proteus.core.strategy.guard.Calm;
import io.proteus.core.strategy.guard.Cooldown;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.guard.Measured;
import io.proteus.core.strategy.guard.MoveBudget;
import io.proteus.core.strategy.guard.WorthIt;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The conditions under which Proteus holds.
 *
 * @param minimumKnownPartitions share of the partitions whose requests must be known
 * @param staleAfter how old the newest sample may be
 * @param cooldown from action to action
 * @param balancer what is done when the store's own balancer is on
 * @param minimumGain share of the requests that must get a better place
 * @param maximumMoves partitions that one plan may move; 0 stands for no limit
 * @param holdAfterUndo for how long nothing like it is done after an undo
 * @param deadNodes what is done about nodes that the store lists as dead
 * @param recovery how long a store may take to recover what a dead node served
 * @param replaceAfter how long a node is dead before another is started; null when people do it
 * @param strikeOffAfter how long a node is dead before a store that takes it in no more strikes it
 *     off; null when people do it
 * @param horizon within which a plan has to pay; null when it need not
 * @param doNoHarm with which strategies plans are weighed against doing nothing
 */
@Section("What keeps Proteus from acting.")
public record GuardSettings(
    @Key(doc = "partitions whose requests must be known", usual = "0.995")
        Ratio minimumKnownPartitions,
    @Key(doc = "how old the newest sample may be", usual = "90s") Duration staleAfter,
    @Key(doc = "from action to action", usual = "10m", zero = true) Duration cooldown,
    @Key(
            doc = "when the store's own balancer is on: switch it off while acting, or do nothing",
            usual = "take-over")
        Balancer balancer,
    @Key(doc = "share of the requests that must get a better place", usual = "0.05")
        Ratio minimumGain,
    @Key(doc = "partitions that one plan may move; `none`: no limit", usual = "none", none = "none")
        int maximumMoves,
    @Shared("verification.holdAfterUndo") Duration holdAfterUndo,
    @Key(
            doc =
                "once the store has recovered what a dead node served: decide from those that"
                    + " live, replace it and strike it off, or do nothing until people did",
            usual = "go-on")
        DeadNodes deadNodes,
    @Key(
            doc = "how long a store may take to recover, before it is said that it takes too long",
            usual = "10m")
        Duration recovery,
    @Key(
            doc =
                "how long a node is dead before it is replaced, within `nodes`, and struck off the"
                    + " list; `never`: people do it",
            usual = "3m",
            none = "never")
        @Nullable Duration replaceAfter,
    @Key(
            doc =
                "how long it is dead before it is struck off where a node is taken in by order alone"
                    + " (Redis, Cassandra, Riak), as one that was struck off does not come back by"
                    + " itself; Cassandra, which takes none in beside a dead one, gets another no"
                    + " earlier; `never`: people do it",
            usual = "3h",
            none = "never")
        @Nullable Duration strikeOffAfter,
    @Key(
            doc =
                "in which a plan with as many nodes as before must make up for what it costs;"
                    + " `none`: it need not",
            usual = "1h",
            none = "none")
        @Nullable Duration horizon,
    @Key(
            doc =
                "whether every plan is weighed against doing nothing: room after a removal, growths"
                    + " that relieved nobody, use that changes before a plan has paid",
            usual = "with-auto")
        Harmless doNoHarm) {

  /** What to do when the store's own balancer is on. */
  public enum Balancer {
    /** it is switched off while Proteus acts */
    TAKE_OVER,
    /** nothing is done */
    HOLD
  }

  /** With which strategies plans are weighed against doing nothing. */
  public enum Harmless {
    /** with auto alone, as the others are what papers say */
    WITH_AUTO,
    ALWAYS,
    NEVER
  }

  /** What is done about nodes that the store lists as dead. */
  public enum DeadNodes {
    /** once what they served is served elsewhere, decisions go on without them */
    GO_ON,
    /** nothing is decided until people have started them again or struck them off */
    WAIT
  }

  /** What weighs plans against doing nothing; empty where nothing does. */
  Optional<DoNoHarm> harmless(StrategySettings strategy) {
    return doNoHarm == Harmless.ALWAYS || (doNoHarm == Harmless.WITH_AUTO && strategy.isAuto())
        ? Optional.of(new DoNoHarm(strategy.room()))
        : Optional.empty();
  }

  /** Whether the store's own balancer may be switched off while acting. */
  public boolean takeOverBalancer() {
    return balancer == Balancer.TAKE_OVER;
  }

  /** What replaces the dead; empty where people do. */
  Optional<LostNodes> lostNodes(PolicyStrategy answers, NodeBounds bounds) {
    return deadNodes == DeadNodes.WAIT || replaceAfter == null
        ? Optional.empty()
        : Optional.of(new LostNodes(answers, bounds, replaceAfter, strikeOffAfter));
  }

  /**
   * The guards.
   *
   * @param unlessOverloaded whether an overload beyond doubt is answered at once
   */
  public Guards guards(boolean unlessOverloaded) {
    return new Guards(
        List.of(
            new Calm(takeOverBalancer(), deadNodes == DeadNodes.WAIT, recovery),
            new Measured(minimumKnownPartitions, staleAfter, unlessOverloaded),
            new Cooldown(cooldown, unlessOverloaded)),
        List.of(
            new AfterUndo(holdAfterUndo), new MoveBudget(maximumMoves), new WorthIt(minimumGain)));
  }
}
