package io.proteus.core.strategy.guard;

import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.METRICS_STALE;
import static io.proteus.core.strategy.ReasonCode.TOO_FEW_SAMPLES;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.strategy.Overload;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Decides only from measurements that are enough, whole and fresh (MET-3).
 *
 * @param minimumKnown share of the partitions whose rate must be known
 * @param staleAfter how old the newest observation may be
 * @param unlessOverloaded whether one sample is enough where it shows an overload beyond doubt
 */
public record Measured(Ratio minimumKnown, Duration staleAfter, boolean unlessOverloaded)
    implements ReadinessGuard {

  /** Waits for a whole window of samples, whatever the load. */
  public Measured(Ratio minimumKnown, Duration staleAfter) {
    this(minimumKnown, staleAfter, false);
  }

  @Override
  public Optional<Reason> notReady(Situation now) {
    return stale(now)
        .or(() -> standingStill(now))
        .or(() -> unreadable(now))
        .or(() -> tooFew(now))
        .or(() -> unknown(now));
  }

  /** The cluster has to be seen as it is now, and all of its nodes; their load does not matter. */
  @Override
  public Optional<ReadinessGuard> ofOrders() {
    return Optional.of(now -> stale(now).or(() -> unreadable(now)));
  }

  private Optional<Reason> stale(Situation now) {
    Duration age = Duration.between(now.latest().at(), now.now());
    if (age.compareTo(staleAfter) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        METRICS_STALE.because(
            "guards.staleAfter",
            "the newest observation is %d s old, and %d s are allowed",
            age.toSeconds(),
            staleAfter.toSeconds()));
  }

  /** A store that shows its figures less often than it is asked for them is asked less often. */
  private static Optional<Reason> standingStill(Situation now) {
    return now.latest().gaps().stream()
        .filter(gap -> gap.kind() == Gap.Kind.COUNTERS_STAND_STILL)
        .findFirst()
        .map(
            gap ->
                METRICS_STALE.because(
                    "monitor.period", "%s; nothing is decided until one moves", gap.sentence()));
  }

  private static Optional<Reason> unreadable(Situation now) {
    List<Gap> gaps =
        now.latest().gaps().stream()
            .filter(
                gap ->
                    gap.kind() == Gap.Kind.NODE_UNREADABLE
                        || gap.kind() == Gap.Kind.SETTINGS_UNREADABLE)
            .toList();
    if (gaps.isEmpty()) {
      return Optional.empty();
    }
    Optional<Gap> silent =
        gaps.stream().filter(gap -> gap.kind() == Gap.Kind.NODE_UNREADABLE).findFirst();
    Gap first = silent.orElse(gaps.get(0));
    Sentence one = Sentence.of("%s: %s", first.subject(), first.sentence());
    Sentence sentence =
        gaps.size() == 1 ? one : Sentence.of("%s (and %d more like it)", one, gaps.size() - 1);
    // to wait longer helps with a node only that does not answer
    return Optional.of(
        silent.isPresent()
            ? METRICS_INCOMPLETE.because("engine.scrapeTimeout", sentence)
            : METRICS_INCOMPLETE.says(sentence));
  }

  private Optional<Reason> tooFew(Situation now) {
    if (now.windowFull() || (unlessOverloaded && Overload.isBeyondDoubt(now))) {
      return Optional.empty();
    }
    return Optional.of(
        TOO_FEW_SAMPLES.because(
            "monitor.samples", "%d {sample|samples} since the last action", now.samples()));
  }

  private Optional<Reason> unknown(Situation now) {
    int all = now.topology().partitions().size();
    if (all > 0 && minimumKnown.exceeds(Ratio.share(now.rates().size(), all))) {
      return Optional.of(
          METRICS_INCOMPLETE.because(
              "guards.minimumKnownPartitions",
              "the requests of %d of {%d partitions} are known, and %s are wanted",
              now.rates().size(),
              all,
              minimumKnown));
    }
    return now.topology().nodes().stream()
        .map(Node::id)
        .filter(
            id -> {
              NodeLoad load = now.loads().get(id);
              return load == null || load.host().cpu() == null;
            })
        .findFirst()
        .map(
            id ->
                METRICS_INCOMPLETE.because("cloud.type", "the CPU of %s's host is not known", id));
  }
}
