package io.proteus.benchmarks.placement;

import com.google.ortools.Loader;
import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.strategy.placement.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The fewest bytes that bring every node within its band, found and proved by OR-Tools' CP-SAT.
 *
 * @param megabytes of the best moves that were found
 * @param bound fewer megabytes do not do
 */
record LeastBytes(double megabytes, double bound) {
  private static final double UNITS = 1e6;

  static {
    Loader.loadNativeLibraries();
  }

  /** What a node may hold. */
  record Band(double lowest, double highest) {}

  boolean isProved() {
    return bound >= megabytes * 0.999;
  }

  static long megabytes(Load load) {
    return Math.max(1, load.bytes() / 1_000_000);
  }

  /**
   * @param bands of the nodes that are to be
   * @param hint where each partition may go
   */
  static LeastBytes of(
      List<Load> loads, Map<NodeId, Band> bands, Map<PartitionId, NodeId> hint, double seconds) {
    double all = loads.stream().mapToDouble(Load::cost).sum();
    CpModel model = new CpModel();
    List<NodeId> nodes = List.copyOf(bands.keySet());
    List<LinearExprBuilder> held = new ArrayList<>();
    nodes.forEach(node -> held.add(LinearExpr.newBuilder()));
    LinearExprBuilder moved = LinearExpr.newBuilder();
    for (Load load : loads) {
      List<BoolVar> places = new ArrayList<>();
      long weight = Math.round(load.cost() / all * UNITS);
      for (int node = 0; node < nodes.size(); node++) {
        BoolVar here = model.newBoolVar("");
        places.add(here);
        held.get(node).addTerm(here, weight);
        model.addHint(here, nodes.get(node).equals(hint.get(load.partition())) ? 1 : 0);
        if (!nodes.get(node).equals(load.node())) {
          moved.addTerm(here, megabytes(load));
        }
      }
      model.addExactlyOne(places.toArray(new BoolVar[0]));
    }
    // each weight is rounded, so a band is a little wider
    long rounding = loads.size() / nodes.size() / 2 + 1;
    for (int node = 0; node < nodes.size(); node++) {
      Band band = Objects.requireNonNull(bands.get(nodes.get(node)));
      model.addLinearConstraint(
          held.get(node),
          (long) Math.floor(band.lowest() / all * UNITS) - rounding,
          (long) Math.ceil(band.highest() / all * UNITS) + rounding);
    }
    model.minimize(moved);
    CpSolver solver = new CpSolver();
    solver.getParameters().setMaxTimeInSeconds(seconds).setNumWorkers(2).setRelativeGapLimit(0.001);
    CpSolverStatus status = solver.solve(model);
    if (status != CpSolverStatus.OPTIMAL && status != CpSolverStatus.FEASIBLE) {
      throw new IllegalStateException("no placement within the bands: " + status);
    }
    return new LeastBytes(solver.objectiveValue(), solver.bestObjectiveBound());
  }
}
