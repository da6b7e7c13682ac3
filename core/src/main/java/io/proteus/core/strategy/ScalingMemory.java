package io.proteus.core.strategy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The memory of scaling policies beyond MeT's counters. Everything in it is bounded.
 *
 * @param resizes the newest {@value #MOST_RESIZES}, oldest first
 * @param decidedAt when a policy with a rhythm of its own last decided; null when it never did
 * @param measurements what clusters of each size yielded, oldest first: the newest {@value
 *     #MOST_OF_A_SIZE} of a size and {@value #MOST_MEASUREMENTS} of all
 * @param season the load by time of the week; null while nothing learns it
 * @param givenUp the last growth that is not among the resizes, as its plan was given up or put a
 *     removal back: what it had asked for may come all the same; null when there was none
 * @param launched machines that growths had started; null when there are none
 * @param losses nodes that died; null while the cluster was never looked at
 * @param habit what the load has done so far; null while nothing watches it
 * @param speeds what nodes can do; null while they are taken for alike
 */
public record ScalingMemory(
    List<Resized> resizes,
    @Nullable Instant decidedAt,
    List<Measurement> measurements,
    @Nullable Season season,
    @Nullable Resized givenUp,
    @Nullable LaunchedMachines launched,
    @Nullable NodeLosses losses,
    @Nullable LoadHabit habit,
    @Nullable NodeSpeeds speeds) {

  private static final int MOST_RESIZES = 32;
  private static final int MOST_OF_A_SIZE = 16;
  private static final int MOST_MEASUREMENTS = 256;

  public static final ScalingMemory NONE =
      new ScalingMemory(List.of(), null, List.of(), null, null, null, null, null, null);

  /** A field that a journal lacks means that nothing is remembered. */
  public ScalingMemory {
    resizes = newest(Objects.requireNonNullElse(resizes, List.<Resized>of()), MOST_RESIZES);
    measurements =
        newest(Objects.requireNonNullElse(measurements, List.<Measurement>of()), MOST_MEASUREMENTS);
    launched = LaunchedMachines.NONE.equals(launched) ? null : launched;
    speeds = NodeSpeeds.ALIKE_ALL.equals(speeds) ? null : speeds;
  }

  /** A memory without abandoned growths and without machines. */
  public ScalingMemory(
      List<Resized> resizes,
      @Nullable Instant decidedAt,
      List<Measurement> measurements,
      @Nullable Season season) {
    this(resizes, decidedAt, measurements, season, null, null, null, null, null);
  }

  private static <T> List<T> newest(List<T> all, int most) {
    return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
  }

  public Optional<Resized> lastResize() {
    return resizes.isEmpty() ? Optional.empty() : Optional.of(resizes.get(resizes.size() - 1));
  }

  public ScalingMemory with(Resized resize) {
    List<Resized> longer = new ArrayList<>(resizes);
    longer.add(resize);
    return new ScalingMemory(
        longer, decidedAt, measurements, season, givenUp, launched, losses, habit, speeds);
  }

  /** The newest growth, one that was given up included. */
  public Optional<Resized> lastGrowth() {
    return withGivenUp().filter(Resized::grew).max(Comparator.comparing(Resized::at));
  }

  /** The newest resize, a growth that was given up included. */
  public Optional<Resized> newest() {
    return withGivenUp().max(Comparator.comparing(Resized::at));
  }

  /** How many nodes the newest resize was to lead to, a growth that was given up included. */
  public OptionalInt lastWanted() {
    return newest().map(newest -> OptionalInt.of(newest.to())).orElse(OptionalInt.empty());
  }

  private Stream<Resized> withGivenUp() {
    return Stream.concat(resizes.stream(), Stream.ofNullable(givenUp));
  }

  /** The same with other resizes, oldest first. */
  public ScalingMemory withResizes(List<Resized> others) {
    return new ScalingMemory(
        others, decidedAt, measurements, season, givenUp, launched, losses, habit, speeds);
  }

  /** The same with other resizes, of which the last one was abandoned if it was a growth. */
  public ScalingMemory givingUpFor(List<Resized> others) {
    Resized growth =
        lastResize().filter(last -> last.grew() && !others.contains(last)).orElse(givenUp);
    return new ScalingMemory(
        others, decidedAt, measurements, season, growth, launched, losses, habit, speeds);
  }

  /** The same with a growth that no strategy decided on. */
  public ScalingMemory withGivenUp(Resized growth) {
    return new ScalingMemory(
        resizes, decidedAt, measurements, season, growth, launched, losses, habit, speeds);
  }

  /** Machines whose node has not come yet; empty when there are none. */
  public Set<NodeId> awaited() {
    return launched == null ? Set.of() : launched.awaited();
  }

  /** Machines whose node came and is known no more, and since when; empty when there are none. */
  public Map<NodeId, Instant> orphaned() {
    return launched == null ? Map.of() : launched.orphaned();
  }

  /** Machines that run and of which no node is expected; empty where machines are not known. */
  public Set<NodeId> lost(Topology now) {
    return Objects.requireNonNullElse(launched, LaunchedMachines.NONE).lost(now);
  }

  /** The same, and those of followers: a cloud that is to start one more counts them all. */
  public Set<NodeId> ofNoNode(Topology now) {
    return Objects.requireNonNullElse(launched, LaunchedMachines.NONE).ofNoNode(now);
  }

  /** The same after a look at the machines that growths have started. */
  public ScalingMemory seeing(Topology now) {
    LaunchedMachines known = Objects.requireNonNullElse(launched, LaunchedMachines.NONE);
    List<Instant> growths = withGivenUp().filter(Resized::grew).map(Resized::at).toList();
    return new ScalingMemory(
        resizes,
        decidedAt,
        measurements,
        season,
        givenUp,
        known.seen(now, growths),
        NodeLosses.seen(losses, now),
        habit,
        speeds);
  }

  public ScalingMemory with(Measurement measurement) {
    List<Measurement> longer = new ArrayList<>(measurements);
    longer.add(measurement);
    List<Measurement> ofSize =
        longer.stream().filter(m -> m.machines() == measurement.machines()).toList();
    if (ofSize.size() > MOST_OF_A_SIZE) {
      longer.remove(ofSize.get(0));
    }
    return new ScalingMemory(
        resizes, decidedAt, longer, season, givenUp, launched, losses, habit, speeds);
  }

  /** The same without the yields of nodes, because nodes are configured otherwise from now on. */
  public ScalingMemory withoutYields() {
    return new ScalingMemory(
        resizes,
        decidedAt,
        List.of(),
        season == null ? null : season.withoutCapacity(),
        givenUp,
        launched,
        losses,
        habit,
        speeds);
  }

  public ScalingMemory withDecidedAt(Instant at) {
    return new ScalingMemory(
        resizes, at, measurements, season, givenUp, launched, losses, habit, speeds);
  }

  /** The same with what the load has done so far. */
  public ScalingMemory with(LoadHabit seen) {
    return new ScalingMemory(
        resizes, decidedAt, measurements, season, givenUp, launched, losses, seen, speeds);
  }

  /** The same with what nodes can do. */
  public ScalingMemory with(NodeSpeeds learned) {
    return new ScalingMemory(
        resizes, decidedAt, measurements, season, givenUp, launched, losses, habit, learned);
  }

  public ScalingMemory with(Season learned) {
    return new ScalingMemory(
        resizes, decidedAt, measurements, learned, givenUp, launched, losses, habit, speeds);
  }
}
