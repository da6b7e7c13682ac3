package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.CLASS_NOT_CONFIRMED;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.IN_PLACE;
import static io.proteus.core.strategy.ReasonCode.NOT_DUE;
import static io.proteus.core.strategy.ReasonCode.NO_POLICY;
import static io.proteus.core.strategy.ReasonCode.NO_ROOM;
import static io.proteus.core.strategy.ReasonCode.OPPOSITE_RESIZE;
import static io.proteus.core.strategy.ReasonCode.PLACED_BY_STORE;
import static io.proteus.core.strategy.ReasonCode.REMOVAL_LIMIT;
import static io.proteus.core.strategy.ReasonCode.SETTINGS_LEFT;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;
import static io.proteus.core.strategy.ReasonCode.TOKENS_STAY;
import static io.proteus.core.strategy.ReasonCode.TOKEN_MOVED;
import static io.proteus.core.strategy.ReasonCode.UNDERLOAD_NOT_CONFIRMED;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Topology;
import io.proteus.core.setting.Key;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Reshapes;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.placement.TokenRing;
import io.proteus.core.strategy.placement.TokenRing.Shift;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Moves the token of one node where a store places ranges by tokens, each node has one, a node
 * serves clearly more than the mean, and nothing else is to be done. One token moves by a bounded
 * part of a range, and what nodes serve is measured anew before the next one does: within a range,
 * requests are only taken to be even ({@link TokenRing}).
 *
 * @param above by so much of the mean a node must serve more than that
 * @param leastGain of what the node serves, so much must go
 * @param mostOfRange of a range, so much may change its nodes at once
 * @param busyAbove CPU that the node must exceed, as an idle one needs no relief
 */
public record TokenBalance(
    @Key(doc = "a node is relieved that serves more than the mean by so much of it", usual = "0.25")
        Ratio above,
    @Key(doc = "so much of what the node serves must go with one move", usual = "0.10")
        Ratio leastGain,
    @Key(doc = "so much of a range may go to another node with one move", usual = "0.50")
        Ratio mostOfRange,
    @Key(doc = "a node that is less busy is not relieved", usual = "0.40") Ratio busyAbove)
    implements Proposer {
  private static final Set<ReasonCode> NOTHING_ELSE =
      Set.of(
          PLACED_BY_STORE,
          AT_NODE_BOUND,
          HEALTHY,
          SIZE_FITS,
          NOT_DUE,
          IN_PLACE,
          NO_ROOM,
          NO_POLICY,
          OPPOSITE_RESIZE,
          REMOVAL_LIMIT,
          SETTINGS_LEFT,
          CLASS_NOT_CONFIRMED,
          UNDERLOAD_NOT_CONFIRMED);

  public TokenBalance {
    if (mostOfRange.value() >= 1) {
      throw new InvalidValue(
          "ring.mostOfRange: want less than 1, as a node keeps a part of its range, got %s."
              .formatted(mostOfRange));
    }
  }

  /** Every setting at its default. */
  public static TokenBalance usual() {
    return new TokenBalance(Ratio.of(0.25), Ratio.of(0.10), Ratio.of(0.5), Ratio.of(0.4));
  }

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    return before.map(
        answer ->
            answer instanceof Verdict.Hold hold && isAsked(hold, now)
                ? balanced(hold, now, trigger == DecisionTrigger.ON_REQUEST)
                : answer);
  }

  private static boolean isAsked(Verdict.Hold hold, Situation now) {
    return NOTHING_ELSE.contains(hold.reasons().get(0).code())
        && now.latest().capabilities().contains(Capability.MOVE_TOKEN)
        && !now.topology().ownership().isEmpty();
  }

  private Verdict balanced(Verdict.Hold hold, Situation now, boolean regardlessOfLoad) {
    Optional<Reason> unable = unable(now);
    if (unable.isPresent()) {
      return saying(hold, unable.get());
    }
    TokenRing ring = TokenRing.of(now.topology(), now.partitions()).orElse(null);
    if (ring == null) {
      return saying(
          hold,
          TOKENS_STAY.says(
              "no token is moved: copies are not on the {nodes} that follow one another on the"
                  + " ring, as with racks, and what a move does to loads is not known there"));
    }
    double mean = ring.all() / now.topology().nodes().size();
    Map.Entry<NodeId, Double> busiest = ring.busiestFirst().get(0);
    if (mean == 0 || busiest.getValue() <= mean * (1 + above.value())) {
      return saying(
          hold,
          TOKENS_STAY.because(
              "ring.above",
              "no token is moved: %s serves the most, %s of all that {nodes} do, and %s would be"
                  + " even",
              busiest.getKey(),
              share(busiest.getValue(), ring),
              share(mean, ring)));
    }
    List<NodeId> over =
        ring.busiestFirst().stream()
            .filter(node -> node.getValue() > mean * (1 + above.value()))
            .map(Map.Entry::getKey)
            .toList();
    List<NodeId> busy =
        over.stream().filter(node -> regardlessOfLoad || isBusy(now.loads().get(node))).toList();
    if (busy.isEmpty()) {
      return saying(
          hold,
          TOKENS_STAY.because(
              "ring.busyAbove",
              "no token is moved: %s serves %s of all that {nodes} do, and %s would be even, but it"
                  + " is not busy",
              busiest.getKey(),
              share(busiest.getValue(), ring),
              share(mean, ring)));
    }
    return busy.stream()
        .flatMap(node -> ring.relieving(node, mostOfRange.value()).stream())
        .filter(shift -> shift.gain() >= leastGain.value())
        .findFirst()
        .map(shift -> moving(shift, ring, hold, now))
        .orElseGet(
            () ->
                saying(
                    hold,
                    TOKENS_STAY.because(
                        "ring.leastGain",
                        "no token is moved: %s serves %s of all that {nodes} do, and no single move"
                            + " would take %s of that away without making another as busy",
                        busiest.getKey(),
                        share(busiest.getValue(), ring),
                        leastGain)));
  }

  /** Why no token can be moved there; empty where one can. */
  private static Optional<Reason> unable(Situation now) {
    Topology topology = now.topology();
    if (topology.ownership().stream().anyMatch(owned -> owned.token() == null)) {
      return Optional.of(
          TOKENS_STAY.says(
              "no token is moved: {nodes} have several tokens each, and only a {node}'s only token"
                  + " can be moved"));
    }
    boolean allTell =
        topology.partitions().stream()
            .allMatch(partition -> now.rates().containsKey(partition.id()));
    return allTell
        ? Optional.empty()
        : Optional.of(
            TOKENS_STAY.says(
                "no token is moved: it is not known yet what each {node} serves of each {table}"));
  }

  private boolean isBusy(@Nullable NodeLoad load) {
    Double busy = load == null ? null : load.host().busy();
    return busy != null && busy > busyAbove.value();
  }

  private static Ratio share(double served, TokenRing ring) {
    return Ratio.share(served, ring.all());
  }

  private static Verdict moving(Shift shift, TokenRing ring, Verdict.Hold hold, Situation now) {
    List<Sentence> others = new ArrayList<>();
    Map<NodeId, Double> before = new TreeMap<>();
    ring.busiestFirst().forEach(node -> before.put(node.getKey(), node.getValue()));
    new TreeMap<>(shift.burdened())
        .forEach(
            (node, then) ->
                others.add(
                    Sentence.of(
                        "%s %s instead of %s",
                        node, share(then, ring), share(before.getOrDefault(node, 0.0), ring))));
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        TOKEN_MOVED.because(
            "ring.above",
            "%s serves %s of all that {nodes} do, and %s would be even: the token of %s goes from"
                + " %s to %s, which streams about %s. Expected are %s at most then, and for %s,"
                + " if what a range is asked for is even over its tokens; it is measured before"
                + " another move",
            shift.relieved(),
            share(shift.before(), ring),
            share(ring.all() / now.topology().nodes().size(), ring),
            shift.node(),
            shift.from(),
            shift.to(),
            shift.size(),
            share(shift.after(), ring),
            Sentence.joined(", ", others)));
    reasons.addAll(hold.reasons());
    return new Verdict.Retarget(
        CountedNodes.without(now.topology(), List.of())
            .with(
                new Reshapes(
                    List.of(),
                    List.of(),
                    List.of(new Reshapes.TokenMove(shift.node(), shift.to(), shift.size())))),
        reasons,
        hold.memory(),
        Ratio.of(Math.min(1, shift.gain())));
  }

  private static Verdict saying(Verdict.Hold hold, Reason more) {
    List<Reason> reasons = new ArrayList<>(hold.reasons());
    reasons.add(more);
    return new Verdict.Hold(reasons, hold.memory());
  }
}
