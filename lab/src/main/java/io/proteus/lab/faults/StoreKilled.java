package io.proteus.lab.faults;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * SIGKILL of a process of the store while the store itself is seen at work on a step of a kind;
 * started again some seconds later.
 *
 * @param during the kind of step
 * @param victim which process, by the step and the cluster
 * @param underway how the store is seen at work
 */
record StoreKilled<S extends Step>(Class<S> during, Victim<S> victim, Scene.Underway<S> underway)
    implements Fault {
  private static final Duration SOONEST = Duration.ofSeconds(2);
  private static final Duration LATEST = Duration.ofSeconds(15);

  /** Much less than a move or one of the slowed compactions takes. */
  private static final Duration MOMENT = Duration.ofMillis(100);

  /** Which process dies. */
  @FunctionalInterface
  interface Victim<S> {
    String of(S step, FaultCluster cluster) throws PortException;
  }

  /** A RegionServer that a region moves to or from. */
  static StoreKilled<MovePartition> duringMove(Function<MovePartition, NodeId> node) {
    return new StoreKilled<>(
        MovePartition.class,
        (move, cluster) -> cluster.serverOf(node.apply(move)),
        (move, cluster) -> cluster.isMoving(move.partition()));
  }

  /** The RegionServer that compacts a region. */
  static StoreKilled<CompactPartition> duringCompaction() {
    return new StoreKilled<>(
        CompactPartition.class,
        (compaction, cluster) -> cluster.serverOf(compaction.node()),
        (compaction, cluster) -> cluster.isCompacting(compaction.partition()));
  }

  /** The HMaster, during a move. */
  static StoreKilled<MovePartition> master() {
    return new StoreKilled<>(
        MovePartition.class,
        (move, cluster) -> FaultCluster.MASTER,
        (move, cluster) -> cluster.isMoving(move.partition()));
  }

  @Override
  public Strike strike(Scene scene) throws PortException, InterruptedException {
    Optional<Plan> plan = scene.plan();
    if (plan.isEmpty()) {
      return Strike.missed("there was no plan");
    }
    Optional<S> step = scene.underway(plan.get(), during, underway);
    if (step.isEmpty()) {
      return Strike.missed("the store was not seen at work on any %s", during.getSimpleName());
    }
    long seen = System.nanoTime();
    scene.pauseUpTo(MOMENT);
    String daemon = victim.of(step.get(), scene.cluster());
    if (!scene.cluster().kill(daemon)) {
      return Strike.missed("%s did not run", daemon);
    }
    long after = Duration.ofNanos(System.nanoTime() - seen).toMillis();
    Duration delay = scene.between(SOONEST, LATEST);
    scene.cluster().supervise(List.of(daemon), delay);
    return Strike.done(
        "%s killed %d ms after HBase was seen at work on this: %s; started again after %.1f s",
        daemon, after, step.get(), delay.toMillis() / 1e3);
  }

  @Override
  public boolean sparesTheStore() {
    return false;
  }
}
