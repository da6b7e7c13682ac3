package io.proteus.simulator.world;

import io.proteus.core.cluster.Gap;
import io.proteus.core.words.Sentence;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.FaultTarget;
import io.proteus.simulator.fault.LastingFault;
import io.proteus.simulator.fault.LaunchesUnseen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Plays the scenario's faults. */
final class FaultScript implements FaultTarget {
  private static final Spells NONE = new Spells();

  /** A crash may come between any two of so many calls, so also between an order and its record. */
  private static final int CALLS_OF_THE_DYING = 12;

  /** How old a machine is before a cloud that is late lists it. */
  private static final double UNSEEN_SECONDS = 60;

  private final World world;
  private final List<Fault> waiting;
  private final SplittableRandom random;
  private final Map<Class<?>, Spells> lasting = new HashMap<>();
  private OptionalInt controllerDies = OptionalInt.empty();

  FaultScript(World world, List<Fault> faults, SplittableRandom random) {
    this.world = world;
    this.waiting = new ArrayList<>(faults);
    this.waiting.sort(Comparator.comparing(Fault::at));
    this.random = random;
  }

  void pass(double now) {
    while (!waiting.isEmpty() && seconds(waiting.get(0).at()) <= now) {
      waiting.remove(0).strike(this);
    }
    for (SimulatedNode node : world.nodes()) {
      node.speed = 1 / node.timesSlower.strongest(now, 1);
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private SimulatedNode node(int number) {
    return world.nodes().get(number % world.nodes().size());
  }

  @Override
  public void crash(int node, @Nullable Duration backAfter) {
    new Mishaps(world).crash(node, backAfter);
  }

  @Override
  public void loseMachine(int node) {
    new Mishaps(world).loseMachine(node);
  }

  @Override
  public void slow(int node, Duration lasts, double times) {
    node(node).timesSlower.begin(world.seconds() + seconds(lasts), times);
  }

  @Override
  public void silence(@Nullable Integer node, Duration lasts) {
    List<SimulatedNode> silent = node == null ? world.nodes() : List.of(node(node));
    double until = world.seconds() + seconds(lasts);
    silent.forEach(n -> n.silentUntil = Math.max(n.silentUntil, until));
  }

  @Override
  public void resetCounters(int partition) {
    new Mishaps(world).resetCounters(partition);
  }

  @Override
  public void split(int partition) {
    new Mishaps(world).split(partition);
  }

  @Override
  public void killController() {
    controllerDies = OptionalInt.of(random.nextInt(CALLS_OF_THE_DYING));
  }

  @Override
  public void begin(LastingFault fault) {
    lasting
        .computeIfAbsent(fault.getClass(), kind -> new Spells())
        .begin(world.seconds() + seconds(fault.lasts()), fault.strength());
  }

  /** Whether a fault of a kind lasts now. */
  boolean isOn(Class<? extends LastingFault> kind) {
    return spells(kind).isOn(world.seconds());
  }

  /** Whether a call fails, where a fault of a kind lets a share of the calls fail. */
  boolean fails(Class<? extends LastingFault> kind) {
    return isOn(kind) && random.nextDouble() < strongest(kind, 0);
  }

  /**
   * The strength of the strongest fault of a kind that lasts now; {@code otherwise} without one.
   */
  double strongest(Class<? extends LastingFault> kind, double otherwise) {
    return spells(kind).strongest(world.seconds(), otherwise);
  }

  private Spells spells(Class<? extends LastingFault> kind) {
    return lasting.getOrDefault(kind, NONE);
  }

  /** Whether the cloud lists a machine. */
  boolean isSeen(SimulatedNode node) {
    double now = world.seconds();
    boolean isNew = now < node.firstUpAt && now - node.downSince < UNSEEN_SECONDS;
    return !isNew || !isOn(LaunchesUnseen.class);
  }

  /** How many calls Proteus still makes before it dies; empty while it lives. Told once a crash. */
  OptionalInt controllerDies() {
    OptionalInt dies = controllerDies;
    controllerDies = OptionalInt.empty();
    return dies;
  }

  List<Gap> gaps() {
    List<Gap> gaps = new ArrayList<>();
    for (SimulatedNode node : world.nodes()) {
      if (world.seconds() < node.silentUntil || node.isUnnoticed()) {
        gaps.add(
            new Gap(Gap.Kind.NODE_UNREADABLE, node.id.value(), Sentence.of("it does not answer")));
      }
    }
    return gaps;
  }
}
