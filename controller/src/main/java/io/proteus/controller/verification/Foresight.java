package io.proteus.controller.verification;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.Observed.NodeSum;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.Step;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How well a cluster may be expected to do while a plan runs: as badly as at the worst moment
 * before it, or as its price says. What the store does not tell is not foreseen, and is never found
 * worse.
 */
public final class Foresight {
  /** Nobody minds answers that come sooner. */
  private static final double LEAST_MS = 5;

  /** With these, what is told is old or is of some nodes only. */
  private static final Set<Gap.Kind> BLIND =
      EnumSet.of(Gap.Kind.NODE_UNREADABLE, Gap.Kind.COUNTERS_STAND_STILL);

  private final @Nullable Double latencyMs;
  private final @Nullable Double p99Ms;
  private final @Nullable Double busy;
  private final int unserved;
  private final Set<NodeId> mayBeDead;
  private final boolean relieves;
  private final Ratio busyFrom;

  /**
   * @param before what was observed before the plan
   * @param relieves whether the plan's action adds nodes: a growing load is what it is for
   * @param busyFrom how busy nodes are on average before their load matters
   */
  public Foresight(List<JournalEntry> before, Plan plan, boolean relieves, Ratio busyFrom) {
    Window window = Window.of(before);
    List<Observed> all = before.stream().map(entry -> (Observed) entry.event()).toList();
    this.latencyMs = latency(window, plan.prediction());
    this.p99Ms = largest(window.samples().stream().map(Window.Sample::p99Ms));
    Double was = largest(all.stream().map(Foresight::busy));
    int nodes = all.isEmpty() ? 0 : all.get(all.size() - 1).nodeCount();
    int left = nodes - plan.target().removed().size();
    this.busy =
        was == null || left <= 0 ? null : Double.valueOf(was * Math.max(nodes, left) / left);
    this.unserved = all.stream().mapToInt(Foresight::unserved).max().orElse(0);
    this.mayBeDead = new HashSet<>(plan.target().removed());
    all.forEach(observed -> mayBeDead.addAll(observed.deadNodes()));
    for (Step step : plan.steps()) {
      step.takesOut().ifPresent(mayBeDead::add);
      step.restarts().ifPresent(mayBeDead::add);
    }
    this.relieves = relieves;
    this.busyFrom = busyFrom;
  }

  /**
   * How much worse it is than foreseen.
   *
   * @param times what was foreseen, of the figure that is worst; 1 or less where all is as foreseen
   * @param what the figure, now and as it was foreseen
   */
  public record Strain(double times, Sentence what) {
    private static final Strain NONE =
        new Strain(1, Sentence.of("the cluster does as well as was foreseen"));

    private Strain orWorse(@Nullable Strain other) {
      return other == null || other.times <= times ? this : other;
    }
  }

  /** Compares one observation; empty where it tells too little to say that all is well. */
  public Optional<Strain> strain(Observed now) {
    Strain failing = errors(now);
    if (!tells(now)) {
      return Optional.ofNullable(failing);
    }
    Strain slower =
        latencyMs == null
            ? slower("the slowest of 100 answers take", p99Ms, now.p99Ms())
            : slower("answers take", latencyMs, now.latencyMs());
    return Optional.of(
        Strain.NONE.orWorse(failing).orWorse(slower).orWorse(relieves ? null : busier(now)));
  }

  /**
   * Whether all nodes tell how they do. Requests to partitions that have just moved are not known,
   * so a plan's samples never add up to all that is served.
   */
  private boolean tells(Observed now) {
    boolean latencyIsKnown =
        (latencyMs == null || now.latencyMs() != null)
            && (latencyMs != null || p99Ms == null || now.p99Ms() != null);
    boolean loadIsKnown = busy == null || busy(now) != null;
    return !now.span().isZero()
        && latencyIsKnown
        && loadIsKnown
        && now.gaps().keySet().stream().noneMatch(BLIND::contains);
  }

  private @Nullable Strain errors(Observed now) {
    Optional<NodeId> died =
        now.deadNodes().stream().filter(dead -> !mayBeDead.contains(dead)).findFirst();
    if (died.isPresent()) {
      return new Strain(
          Double.POSITIVE_INFINITY,
          Sentence.of("%s died, which the plan does not stop", died.get()));
    }
    int lost = unserved(now);
    return lost > unserved
        ? new Strain(
            Double.POSITIVE_INFINITY,
            Sentence.of("{%d partitions} are served by no {node}, %d before", lost, unserved))
        : null;
  }

  private static @Nullable Strain slower(
      String what, @Nullable Double foreseen, @Nullable Double now) {
    return foreseen == null || now == null || now < LEAST_MS
        ? null
        : new Strain(
            now / Math.max(foreseen, LEAST_MS),
            Sentence.of("%s %.1f ms, %.1f ms were foreseen", what, now, foreseen));
  }

  private @Nullable Strain busier(Observed seen) {
    Double now = busy(seen);
    return busy == null || now == null || now < busyFrom.value()
        ? null
        : new Strain(
            now / Math.max(busy, Double.MIN_NORMAL),
            Sentence.of(
                "the {nodes} are %s busy on average, %s was foreseen",
                Ratio.of(Math.min(1, now)), Ratio.of(Math.min(1, busy))));
  }

  /** The longest before the plan, or what its price says where that is longer. */
  private static @Nullable Double latency(Window before, @Nullable Prediction prediction) {
    Double was = largest(before.samples().stream().map(Window.Sample::latencyMs));
    Estimate foreseen = prediction == null ? null : prediction.latencyMs();
    return was == null || foreseen == null
        ? was
        : Double.valueOf(Math.max(was, foreseen.expected()));
  }

  /**
   * Share of the time in which CPU or disk keep the average node busy; null where one is silent.
   */
  private static @Nullable Double busy(Observed observed) {
    double sum = 0;
    for (NodeSum node : observed.nodes()) {
      Ratio cpu = node.cpu();
      Ratio wait = node.ioWait();
      if (cpu == null) {
        return null;
      }
      sum += cpu.value() + (wait == null ? 0 : wait.value());
    }
    return observed.nodes().isEmpty() ? null : Double.valueOf(sum / observed.nodes().size());
  }

  /** Partitions that are neither served nor on their way. */
  private static int unserved(Observed observed) {
    return Math.max(0, observed.unserved() - observed.inTransition());
  }

  private static @Nullable Double largest(Stream<@Nullable Double> figures) {
    Double most = null;
    for (Double figure : figures.toList()) {
      if (figure != null && (most == null || figure > most)) {
        most = figure;
      }
    }
    return most;
  }
}
