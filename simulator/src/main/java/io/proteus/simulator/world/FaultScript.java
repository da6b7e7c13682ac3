package io.proteus.simulator.world;

import io.proteus.core.cluster.Gap;
import io.proteus.simulator.scenario.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/** Plays the scenario's faults. */
final class FaultScript {
  /** A crash may come between any two of so many calls, so also between an order and its record. */
  private static final int CALLS_OF_THE_DYING = 12;

  /** How old a machine is before a cloud that is late lists it. */
  private static final double UNSEEN_SECONDS = 60;

  private final World world;
  private final List<Fault> waiting;
  private final SplittableRandom random;
  private final Spells launchesFail = new Spells();
  private final Spells launchesSlow = new Spells();
  private final Spells launchAnswersLost = new Spells();
  private final Spells launchesUnseen = new Spells();
  private final Spells launchesStillborn = new Spells();
  private final Spells cloudErrors = new Spells();
  private final Spells storeErrors = new Spells();
  private final Spells metricsStale = new Spells();
  private OptionalInt controllerDies = OptionalInt.empty();

  FaultScript(World world, List<Fault> faults, SplittableRandom random) {
    this.world = world;
    this.waiting = new ArrayList<>(faults);
    this.waiting.sort(Comparator.comparing(Fault::at));
    this.random = random;
  }

  void pass(double now) {
    while (!waiting.isEmpty() && seconds(waiting.get(0).at()) <= now) {
      strike(waiting.remove(0), now);
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

  private void strike(Fault fault, double now) {
    if (fault instanceof Fault.NodeCrash crash) {
      new Mishaps(world).crash(crash.node(), crash.backAfter());
    } else if (fault instanceof Fault.MachineLost lost) {
      new Mishaps(world).loseMachine(lost.node());
    } else if (fault instanceof Fault.SlowNode slow) {
      node(slow.node()).timesSlower.begin(now + seconds(slow.lasts()), 1 / slow.speed());
    } else if (fault instanceof Fault.LaunchesFail fail) {
      launchesFail.begin(now + seconds(fail.lasts()));
    } else if (fault instanceof Fault.LaunchesSlow slow) {
      launchesSlow.begin(now + seconds(slow.lasts()), slow.times());
    } else if (fault instanceof Fault.LaunchAnswersLost lost) {
      launchAnswersLost.begin(now + seconds(lost.lasts()));
    } else if (fault instanceof Fault.LaunchesUnseen unseen) {
      launchesUnseen.begin(now + seconds(unseen.lasts()));
    } else if (fault instanceof Fault.LaunchesStillborn stillborn) {
      launchesStillborn.begin(now + seconds(stillborn.lasts()));
    } else if (fault instanceof Fault.CloudErrors errors) {
      cloudErrors.begin(now + seconds(errors.lasts()), errors.share());
    } else if (fault instanceof Fault.StoreErrors errors) {
      storeErrors.begin(now + seconds(errors.lasts()), errors.share());
    } else if (fault instanceof Fault.MetricsLost lost) {
      Integer one = lost.node();
      List<SimulatedNode> silent = one == null ? world.nodes() : List.of(node(one));
      double until = now + seconds(lost.lasts());
      silent.forEach(n -> n.silentUntil = Math.max(n.silentUntil, until));
    } else if (fault instanceof Fault.MetricsStale stale) {
      metricsStale.begin(now + seconds(stale.lasts()));
    } else if (fault instanceof Fault.CountersReset reset) {
      new Mishaps(world).resetCounters(reset.partition());
    } else if (fault instanceof Fault.PartitionSplit split) {
      new Mishaps(world).split(split.partition());
    } else {
      controllerDies = OptionalInt.of(random.nextInt(CALLS_OF_THE_DYING));
    }
  }

  boolean launchFails() {
    return launchesFail.isOn(world.seconds());
  }

  boolean launchAnswerIsLost() {
    return launchAnswersLost.isOn(world.seconds());
  }

  /** Whether no node will come of a machine that is started now. */
  boolean launchIsStillborn() {
    return launchesStillborn.isOn(world.seconds());
  }

  /** Whether the cloud lists a machine. */
  boolean isSeen(SimulatedNode node) {
    double now = world.seconds();
    boolean isNew = now < node.firstUpAt && now - node.downSince < UNSEEN_SECONDS;
    return !isNew || !launchesUnseen.isOn(now);
  }

  boolean cloudFails() {
    return fails(cloudErrors);
  }

  boolean storeFails() {
    return fails(storeErrors);
  }

  private boolean fails(Spells errors) {
    double now = world.seconds();
    return errors.isOn(now) && random.nextDouble() < errors.strongest(now, 0);
  }

  boolean countersStandStill() {
    return metricsStale.isOn(world.seconds());
  }

  double bootTimes() {
    return launchesSlow.strongest(world.seconds(), 1);
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
        gaps.add(new Gap(Gap.Kind.NODE_UNREADABLE, node.id.value(), "it does not answer"));
      }
    }
    return gaps;
  }
}
