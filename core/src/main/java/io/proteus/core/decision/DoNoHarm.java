package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.NO_ROOM;
import static io.proteus.core.strategy.ReasonCode.RELIEVED_NOBODY;
import static io.proteus.core.strategy.ReasonCode.USE_CHANGES;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Prediction;
import io.proteus.core.strategy.LoadHabit;
import io.proteus.core.strategy.LoadHabit.Strain;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.UseHabit;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.scaling.Headroom;
import io.proteus.core.workload.AccessClass;
import io.proteus.core.workload.Classifier;
import io.proteus.core.workload.LoadedPartition;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The one place where a plan is weighed against doing nothing, whatever strategy wants it:
 *
 * <ul>
 *   <li>Nodes go only where those that stay have room for what the load may do until they are back,
 *       and for what caches hold ({@link Headroom}).
 *   <li>A growth that relieved nobody is not followed by another.
 *   <li>A plan that keeps the number of nodes must have paid before tables are used for something
 *       else, as long as that lasts by habit.
 * </ul>
 *
 * <p>What it knows is learned from what was seen, whoever decides.
 *
 * @param room that has to be left
 */
public record DoNoHarm(Headroom room) {
  /** A node that is so busy may soon want help. */
  private static final double STRAINED = 0.7;

  /** A growth that changed less than this did not help. */
  private static final double HELPED = 0.05;

  /** How long it is remembered that a growth did not help. */
  private static final Duration REMEMBERED = Duration.ofHours(2);

  /** Tables with a smaller share of the requests do not tell what a cluster is used for. */
  private static final double TELLING = 0.02;

  /** So much of the requests must be to tables that are used otherwise, for another phase. */
  private static final double TURNED = 0.25;

  private static final Set<ReasonCode> OF_NO_USE =
      Set.of(ReasonCode.SURPLUS, ReasonCode.STILLBORN, ReasonCode.ORPHANED, ReasonCode.NODE_LOST);

  /** The situation with what this moment adds to what is known of the load. */
  public Situation seen(Situation now) {
    Optional<LoadHabit> habit = Headroom.habit(now);
    if (habit.isEmpty()) {
      return now;
    }
    LoadHabit learned =
        habit.get().strained(strain(now), now.memory().scaling().lastGrowth()).with(use(now));
    return now.with(now.memory().with(now.memory().scaling().with(learned)));
  }

  private static Optional<Strain> strain(Situation now) {
    Double served = now.requests();
    return Headroom.hottest(now)
        .filter(hottest -> hottest.value() >= STRAINED && served != null)
        .map(
            hottest ->
                new Strain(
                    now.now(),
                    now.topology().nodes().size(),
                    served == null ? 0 : served,
                    hottest));
  }

  private static UseHabit use(Situation now) {
    LoadHabit known = now.memory().scaling().habit();
    UseHabit before = known == null ? null : known.use();
    Map<TableId, Map<AccessClass, Double>> loads = new HashMap<>();
    double all = 0;
    for (LoadedPartition loaded : now.partitions()) {
      AccessClass use = Classifier.MET.classify(loaded.rates());
      if (use != AccessClass.IDLE) {
        all += loaded.load();
        loads
            .computeIfAbsent(loaded.partition().table(), table -> new EnumMap<>(AccessClass.class))
            .merge(use, loaded.load(), Double::sum);
      }
    }
    double telling = TELLING * all;
    Map<TableId, AccessClass> uses = new HashMap<>();
    double turned = 0;
    for (Map.Entry<TableId, Map<AccessClass, Double>> table : loads.entrySet()) {
      double load = table.getValue().values().stream().mapToDouble(Double::doubleValue).sum();
      AccessClass main =
          table.getValue().entrySet().stream()
              .max(Comparator.comparingDouble(Map.Entry::getValue))
              .orElseThrow()
              .getKey();
      if (load >= telling) {
        uses.put(table.getKey(), main);
        turned += before != null && main != before.uses().get(table.getKey()) ? load : 0;
      }
    }
    if (before == null) {
      return UseHabit.beginning(now.now(), uses);
    }
    return turned > TURNED * all ? before.turned(now.now(), uses) : before;
  }

  /**
   * Why doing nothing is better; empty where the plan is.
   *
   * @param now as {@link #seen}
   */
  public Optional<Reason> objection(Situation now, Verdict.Retarget wanted, Prediction prediction) {
    if (wanted.reasons().stream().anyMatch(reason -> OF_NO_USE.contains(reason.code()))) {
      return Optional.empty();
    }
    return switch (prediction.kind()) {
      case SHRINK -> noRoom(now, wanted);
      case GROW -> relievedNobody(now, wanted);
      case RECONFIGURE -> useChanges(now, prediction);
    };
  }

  private Optional<Reason> noRoom(Situation now, Verdict.Retarget wanted) {
    LoadHabit habit = now.memory().scaling().habit();
    Set<NodeId> alive = now.topology().nodes().stream().map(Node::id).collect(Collectors.toSet());
    int left =
        alive.size() - (int) wanted.target().removed().stream().filter(alive::contains).count();
    int fewest = habit == null ? alive.size() : room.fewest(now, habit);
    return left >= fewest
        ? Optional.empty()
        : Optional.of(
            NO_ROOM.because(
                "guards.doNoHarm",
                "{%d nodes} would be left, and %d have room for what the load may do before another"
                    + " is up, and for what caches hold",
                left,
                fewest));
  }

  private static Optional<Reason> relievedNobody(Situation now, Verdict.Retarget wanted) {
    LoadHabit habit = now.memory().scaling().habit();
    Strain before = habit == null ? null : habit.grown();
    Strain after = habit == null ? null : habit.strained();
    boolean asksForNodes =
        wanted.target().nodes().stream().anyMatch(target -> target.node().isPlanned());
    if (before == null
        || after == null
        || !asksForNodes
        || after.nodes() <= before.nodes()
        || isFull(now)
        || Duration.between(before.at(), now.now()).compareTo(REMEMBERED) > 0) {
      return Optional.empty();
    }
    boolean helped =
        after.served() > before.served() * (1 + HELPED)
            || after.hottest().value() < before.hottest().value() * (1 - HELPED);
    return helped
        ? Optional.empty()
        : Optional.of(
            RELIEVED_NOBODY.because(
                "guards.doNoHarm",
                "{%d nodes} instead of %d serve %.0f op/s instead of %.0f, and the hottest is at %s"
                    + " CPU with I/O wait as before, so nodes are not what is missing",
                after.nodes(),
                before.nodes(),
                after.served(),
                before.served(),
                after.hottest()));
  }

  /** Whether all nodes are busy: then more of them are the only cure, slow as it may be. */
  private static boolean isFull(Situation now) {
    return Headroom.fullness(now).filter(fullness -> fullness > STRAINED).isPresent();
  }

  private static Optional<Reason> useChanges(Situation now, Prediction prediction) {
    LoadHabit habit = now.memory().scaling().habit();
    UseHabit use = habit == null ? null : habit.use();
    Duration pays = prediction.paysAfter();
    if (use == null || pays == null) {
      return Optional.empty();
    }
    return use.usually()
        .filter(usual -> left(usual, use, now).compareTo(pays.plus(prediction.duration())) < 0)
        .map(
            usual ->
                USE_CHANGES.because(
                    "guards.doNoHarm",
                    "tables are used for something else every %d min, and this would pay after %d"
                        + " min",
                    usual.toMinutes(),
                    pays.plus(prediction.duration()).toMinutes()));
  }

  /**
   * How long the present use is still to last; one that lasts longer than usual is the new habit.
   */
  private static Duration left(Duration usual, UseHabit use, Situation now) {
    Duration lasts = Duration.between(use.since(), now.now());
    return lasts.compareTo(usual) > 0 ? lasts : usual.minus(lasts);
  }
}
