package io.proteus.simulator.run;

import io.proteus.simulator.run.SimulationResult.Percentiles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison needs of a run: little, where its curves and decisions may take megabytes.
 *
 * @param operations answered, of all tenants
 * @param lost requests of open loops that were refused or given up
 * @param responseMs until an answer, over all operations; null where nothing was answered
 * @param answers the same in percentiles
 * @param nodeHours of the machines that ran
 * @param failures what must not have happened, in sentences
 */
record RunFigures(
    long seed,
    double operations,
    double lost,
    @Nullable Double responseMs,
    Percentiles answers,
    double nodeHours,
    int mostNodes,
    int resizes,
    int oppositeResizes,
    int moves,
    int restarts,
    List<String> failures) {
  RunFigures {
    failures = List.copyOf(failures);
  }

  static RunFigures of(SimulationResult run) {
    return new RunFigures(
        run.seed(),
        run.operations(),
        run.openLoops().lost(),
        run.meanResponseMs(),
        run.answers(),
        run.nodeHours(),
        run.mostNodes(),
        run.resizes(),
        run.oppositeResizes(),
        run.moves(),
        run.restarts(),
        run.failures());
  }
}
