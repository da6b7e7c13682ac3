package io.proteus.lab.convergence;

import io.proteus.core.port.PortException;
import io.proteus.core.units.InvalidValue;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.stage.Arrangement;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.stage.Timing;
import io.proteus.lab.stage.Windows.Measured;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * MeT's convergence experiment (MET-16): six tenants on one cluster under several arrangements, at
 * each size of the data. One cluster serves all sizes: what servers have compiled is dear.
 *
 * @param rows of a tenant at each size
 * @param sizes those that were loaded so far
 */
record MetConvergence(
    StageSpec spec,
    Timing timing,
    List<Tenant> tenants,
    List<Arrangement> arrangements,
    List<Integer> rows,
    int repeats,
    long seed,
    List<DataSize> sizes)
    implements Experiment<Placed, Measured> {

  MetConvergence {
    if (arrangements.isEmpty()) {
      throw new InvalidValue("--arrangements: want at least one, got none.");
    }
    tenants = List.copyOf(tenants);
    arrangements = List.copyOf(arrangements);
    rows = List.copyOf(rows);
  }

  @Override
  public Outline outline() {
    return new Outline(
        "met-convergence",
        "Every arrangement is measured in turns with the others, every second time in the reverse"
            + " order.",
        spec.environment(),
        List.of(
            Fact.of("repeats", repeats),
            Fact.of("warm-up", timing.warmUp()),
            Fact.of("window", timing.window()),
            Fact.of("bytes of a row", RowFormat.ONE_FIELD.rowBytes()),
            Fact.of("seed", seed)));
  }

  @Override
  public List<Turn<Placed>> turns() {
    List<Turn<Placed>> turns = new ArrayList<>();
    for (int count : rows) {
      turns.addAll(
          Turn.interleaved(
              List.of(arrangements.stream().map(one -> new Placed(one, count)).toList()), repeats));
    }
    return turns;
  }

  @Override
  public String title(Turn<Placed> turn) {
    return "%,d rows, repeat %d, (%s)"
        .formatted(turn.of().rows(), turn.repeat(), turn.of().arrangement().id());
  }

  @Override
  public ArrangedTenants open(Placed first, Consumer<String> progress)
      throws PortException, IOException {
    return new ArrangedTenants(
        StageHold.open(spec, progress), timing, tenants, seed, sizes, progress);
  }

  @Override
  public Findings findings(Measurements<Placed, Measured> soFar) {
    Arrangement baseline =
        arrangements.contains(Arrangement.BALANCED) ? Arrangement.BALANCED : arrangements.get(0);
    ConvergenceFigures figures =
        new ConvergenceFigures(tenants, arrangements, baseline, sizes, soFar);
    return new Findings(figures.sections(), figures.criteria());
  }
}
