package io.proteus.core.decision;

import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A strategy that is one ordered list of proposers. Each sees what stands of the proposals before
 * it, and passes or puts its own in its place; the last one that stands is the verdict.
 *
 * <p>{@link #of} is the list, and the only place where the order is decided:
 *
 * <ol>
 *   <li>{@link Surplus}: empty nodes that a growth brought beyond need go, whatever the load is.
 *       They would mislead every count that comes later.
 *   <li>{@link NothingToDecide}: holds where nothing is used, or not enough is known to go on.
 *   <li>{@link ContinuedResize}: a resize that has begun is completed before anything new is
 *       decided, as its nodes are paid for and stand empty until then.
 *   <li>{@link CountAndPlace}: how many nodes, how configured, holding what. It always answers.
 *   <li>{@link HeapDivision} or {@link SettingsByPolicy}, where one is configured: settings. They
 *       come after the count, as a removal or a completed resize comes before them; they take the
 *       place of moves, which are decided anew once nodes serve with their new settings, and of a
 *       growth that may wait.
 * </ol>
 *
 * <p>{@link DecisionMaker} has guards before and after the list. {@link OverdueMachines} comes
 * after them: it ends machines without nodes where the verdict is to do nothing or to grow.
 *
 * @param proposers in order; one of them always answers
 */
public record Proposals(List<Proposer> proposers) implements Strategy {
  public Proposals {
    proposers = List.copyOf(proposers);
  }

  /**
   * The list.
   *
   * @param answers how many nodes, how configured, holding what
   * @param settings sets nodes or tables; empty where nothing does
   */
  public static Proposals of(PolicyStrategy answers, Optional<Proposer> settings) {
    List<Proposer> proposers =
        new ArrayList<>(
            List.of(
                new Surplus(),
                new NothingToDecide(answers.configuration()),
                new ContinuedResize(answers),
                new CountAndPlace(answers)));
    settings.ifPresent(proposers::add);
    return new Proposals(proposers);
  }

  @Override
  public Verdict decide(Situation now) {
    return verdict(now, DecisionTrigger.SCHEDULED);
  }

  @Override
  public Verdict decideRegardlessOfLoad(Situation now) {
    return verdict(now, DecisionTrigger.ON_REQUEST);
  }

  private Verdict verdict(Situation now, DecisionTrigger trigger) {
    Optional<Verdict> standing = Optional.empty();
    for (Proposer proposer : proposers) {
      standing = proposer.propose(now, trigger, standing);
    }
    return standing.orElseThrow(
        () -> new IllegalStateException("no proposer answered: " + proposers));
  }
}
