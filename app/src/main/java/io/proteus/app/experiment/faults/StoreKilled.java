package io.proteus.app.experiment.faults;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Step;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * SIGKILL of a process of the store while a step of a kind runs; started again some seconds later.
 *
 * @param during the kind of step
 * @param victim which process, by the step and the cluster
 * @param within how long after the step was asked for, at most
 */
record StoreKilled<S extends Step>(Class<S> during, Victim<S> victim, Duration within)
    implements Fault {
  private static final Duration SOONEST = Duration.ofSeconds(2);
  private static final Duration LATEST = Duration.ofSeconds(15);
  private static final Duration QUICK = Duration.ofMillis(600);

  /** Which process dies. */
  @FunctionalInterface
  interface Victim<S> {
    String of(S step, FaultCluster cluster) throws PortException;
  }

  /** A RegionServer that a move or a compaction is about. */
  static <S extends Step> StoreKilled<S> server(Class<S> during, Function<S, NodeId> node) {
    return new StoreKilled<>(during, (step, cluster) -> cluster.serverOf(node.apply(step)), QUICK);
  }

  /** The HMaster, during a move. */
  static StoreKilled<Step.MovePartition> master() {
    return new StoreKilled<>(
        Step.MovePartition.class, (step, cluster) -> FaultCluster.MASTER, QUICK);
  }

  @Override
  public Strike strike(Scene scene) throws PortException, InterruptedException {
    Optional<Plan> plan = scene.plan();
    Optional<S> step = plan.isEmpty() ? Optional.empty() : scene.issued(plan.get(), during);
    if (step.isEmpty()) {
      return Strike.missed("no %s was asked for", during.getSimpleName());
    }
    Duration pause = scene.pauseUpTo(within);
    String daemon = victim.of(step.get(), scene.cluster());
    if (!scene.cluster().kill(daemon)) {
      return Strike.missed("%s did not run", daemon);
    }
    Duration delay = scene.between(SOONEST, LATEST);
    scene.cluster().supervise(List.of(daemon), delay);
    return Strike.done(
        "%s killed %.1f s after this was asked for: %s; started again after %.1f s",
        daemon, pause.toMillis() / 1e3, step.get(), delay.toMillis() / 1e3);
  }

  @Override
  public boolean sparesTheStore() {
    return false;
  }
}
