package io.proteus.core.decision;

import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A strategy that is an ordered list of proposers. Each proposer sees the proposal that stands so
 * far and keeps or replaces it; the last one standing is the verdict.
 *
 * <p>{@link #of} makes the list and is the only place that decides the order:
 *
 * <ol>
 *   <li>{@link Surplus} removes empty nodes that a growth brought beyond need, whatever the load
 *       is. They would distort every later count.
 *   <li>{@link NothingToDecide} holds where nothing is used or too little is known.
 *   <li>{@link ContinuedResize} completes a resize that has begun before anything new is decided:
 *       its nodes are paid for and still empty.
 *   <li>{@link CountAndPlace} decides how many nodes there are, how they are configured and what
 *       they hold. It always answers.
 *   <li>{@link LostNodes}, where it is configured, replaces nodes that died where nothing else is
 *       to be done, and strikes them off the store's list.
 *   <li>{@link HeapDivision} or {@link SettingsByPolicy}, where one is configured, decides on
 *       settings. They follow the count because a removal or a completed resize comes first. They
 *       replace moves, which are decided again once nodes serve with their new settings, and
 *       growths that can wait.
 *   <li>{@link LayoutByModel}, where it is configured instead of these, replaces moves by a layout
 *       that it expects more of, and lets no moves pass that it expects nothing of.
 *   <li>{@link HotPartitions}, where it is configured, splits partitions that are hotter than a
 *       node should be. It takes seconds, so it replaces moves, settings and growths that relieve
 *       no other node. {@link ColdNeighbours} merges where nothing else is to be done, and {@link
 *       LostLocality} compacts.
 *   <li>{@link TokenBalance} moves a token where nothing else is to be done.
 * </ol>
 *
 * <p>{@link DecisionMaker} has guards before and after the list. {@link OverdueMachines} comes
 * after them: it ends machines without nodes when the verdict is to do nothing or to grow.
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
   * @param lost replaces the dead; empty where people do
   * @param settings sets nodes or tables; empty where nothing does
   */
  public static Proposals of(
      PolicyStrategy answers, Optional<LostNodes> lost, Optional<Proposer> settings) {
    List<Proposer> proposers =
        new ArrayList<>(
            List.of(
                new Surplus(),
                new NothingToDecide(answers.configuration()),
                new ContinuedResize(answers),
                new CountAndPlace(answers)));
    lost.ifPresent(proposers::add);
    settings.ifPresent(proposers::add);
    return new Proposals(proposers);
  }

  /** The list and one more, which sees what all others propose. */
  public Proposals and(Proposer last) {
    List<Proposer> longer = new ArrayList<>(proposers);
    longer.add(last);
    return new Proposals(longer);
  }

  /** The list without a replacement of the dead. */
  public static Proposals of(PolicyStrategy answers, Optional<Proposer> settings) {
    return of(answers, Optional.empty(), settings);
  }

  @Override
  public Verdict decide(Situation now) {
    return verdict(now, DecisionTrigger.SCHEDULED);
  }

  @Override
  public Verdict decideRegardlessOfLoad(Situation now) {
    return verdict(now, DecisionTrigger.ON_REQUEST);
  }

  @Override
  public Optional<Verdict> replacement(Situation now) {
    return proposers.stream()
        .filter(LostNodes.class::isInstance)
        .map(LostNodes.class::cast)
        .findFirst()
        .flatMap(lost -> lost.ahead(now));
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
