package io.proteus.lab.failover;

import io.proteus.core.port.PortException;
import io.proteus.lab.failover.FailoverResult.Trial;
import io.proteus.lab.failover.FailoverResult.Witness;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Experiment.AfterFailure;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Leaders that are killed and stopped in turns while they carry plans out.
 *
 * @param home folder that Proteus was built in
 * @param directory of the cluster; deleted afterwards
 * @param folder where the daemons' logs go
 * @param regions that each plan moves
 * @param leaders that fall
 * @param witness what the HMaster saw, once all have fallen
 */
record FailoverExperiment(
    Path home,
    Path directory,
    Path folder,
    int regions,
    int leaders,
    long seed,
    List<Witness> witness)
    implements Experiment<Integer, Trial> {

  FailoverExperiment(Path home, Path directory, Path folder, int regions, int leaders, long seed) {
    this(home, directory, folder, regions, leaders, seed, new ArrayList<>());
  }

  @Override
  public Outline outline() {
    return new Outline(
        "failover",
        "Two daemons on one cluster; the one that leads is killed or stopped while it carries a"
            + " plan out.",
        null,
        List.of(Fact.of("regions", regions), Fact.of("seed", seed)));
  }

  @Override
  public List<Turn<Integer>> turns() {
    return Turn.once(IntStream.rangeClosed(1, leaders).boxed().toList());
  }

  @Override
  public String title(Turn<Integer> turn) {
    return "leader %d".formatted(turn.of());
  }

  @Override
  public FallingLeaders open(Integer first, Consumer<String> progress)
      throws PortException, IOException {
    return FallingLeaders.open(this, progress);
  }

  @Override
  public Findings findings(Measurements<Integer, Trial> soFar) {
    FailoverResult result =
        new FailoverResult(
            soFar.all().stream().map(Measurement::found).toList(),
            witness.isEmpty() ? Witness.NOTHING : witness.get(0));
    return new Findings(result.sections(), result.criteria());
  }

  @Override
  public AfterFailure afterFailure() {
    return AfterFailure.END;
  }
}
