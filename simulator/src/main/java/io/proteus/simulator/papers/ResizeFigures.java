package io.proteus.simulator.papers;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.scenario.Operations;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * TIR-8 and TIR-10: TIRAMOLA's clusters of 8, 16 and 24 HBase nodes under 180,000 requests a second
 * (section 3, figure 2 and table 1), after the resize.
 */
final class ResizeFigures {
  private static final Operations READS = new Operations(1, 0, 0, 0, 0);
  private static final Operations UPDATES = new Operations(0, 1, 0, 0, 0);
  private static final Operations READ_MODIFY_WRITES = new Operations(0, 0, 0, 0, 1);
  private static final double OFFERED = 180_000;

  /** Above what 8 nodes answer: the sweep's first such rate, and its last. */
  private static final double SATURATED = 80_000;

  private static final double SWEPT = 280_000;

  /**
   * YCSB's zipfian requests (exponent 0.99) to 20 million rows: the busiest tenth gets
   * H(2,000,000)/H(20,000,000) of them. The rows are scattered over all partitions, so each gets as
   * many requests; that one row of one partition gets a twentieth is not modelled.
   */
  private static final double BUSIEST_ROWS = 0.1;

  private static final double ZIPFIAN = 0.857;

  /** "Although items are not actually transferred": nothing is compacted on its new node. */
  private static final Map<String, Object> DATA_STAYS =
      Map.of("met", Map.of("compactBelow", Map.of("write", 0, "other", 0)));

  private static final Map<String, Object> EIGHT_MORE =
      Map.of("nodes", Map.of("min", 16, "max", 16), "placement", Map.of("even", "count"));

  private final Scenario base;
  private final Consumer<String> progress;
  private final List<PaperFigure> figures = new ArrayList<>();
  private final List<String> incidents = new ArrayList<>();

  private ResizeFigures(Scenario base, Consumer<String> progress) {
    this.base = base;
    this.progress = progress;
  }

  /**
   * All of them.
   *
   * @param base the scenario tir-8
   */
  static PaperFigures.Simulated of(Scenario base, Consumer<String> progress)
      throws InvalidConfiguration {
    ResizeFigures all = new ResizeFigures(base, progress);
    all.reads();
    all.otherLoads();
    all.saturation();
    all.dataRebalancing();
    return new PaperFigures.Simulated(all.figures, all.incidents);
  }

  private void add(
      String id, String what, @Nullable Double paper, double simulated, boolean fitted) {
    figures.add(new PaperFigure(id, what, paper, simulated, null, fitted));
  }

  private Runs runs(Scenario scenario, String strategy) throws InvalidConfiguration {
    Runs runs = Runs.of(scenario, strategy, ModelConstants.fitted(), progress);
    incidents.addAll(runs.incidents());
    return runs;
  }

  private Runs runs(int nodes, Operations operations, double offered) throws InvalidConfiguration {
    return runs(nodes, base.tenants().get(0).asking(operations, offered));
  }

  private Runs runs(int nodes, Tenant tenant) throws InvalidConfiguration {
    return runs(base.withNodes(nodes).withTenants(List.of(tenant)), Simulation.NOBODY);
  }

  private void reads() throws InvalidConfiguration {
    double[] answered = {55_000, 100_000, 170_000};
    double[] cpu = {0.55, 0.42, 0.42};
    int[] nodes = {8, 16, 24};
    for (int i = 0; i < nodes.length; i++) {
      Runs reads = runs(nodes[i], READS, OFFERED);
      String where = "uniform reads on %d nodes, ".formatted(nodes[i]);
      add("TIR-8", where + "/s", answered[i], reads.settled(), i == 0);
      add("TIR-8", where + "CPU", cpu[i], reads.settledCpu(), false);
    }
  }

  private void otherLoads() throws InvalidConfiguration {
    Tenant zipfian = base.tenants().get(0).asking(READS, OFFERED).withHot(BUSIEST_ROWS, ZIPFIAN);
    add("TIR-8", "zipfian reads on 8 nodes, /s", 77_000.0, runs(8, zipfian).settled(), false);
    Runs updates = runs(8, UPDATES, OFFERED);
    add("TIR-8", "updates on 8 nodes, /s", 30_000.0, updates.settled(), false);
    add("TIR-8", "updates on 8 nodes, CPU", 0.45, updates.settledCpu(), false);
    add(
        "TIR-8",
        "updates, 16 nodes over 8",
        1.0,
        runs(16, UPDATES, OFFERED).settled() / updates.settled(),
        false);
    add(
        "TIR-8",
        "read-modify-writes, 16 nodes over 8",
        null,
        runs(16, READ_MODIFY_WRITES, OFFERED).settled()
            / runs(8, READ_MODIFY_WRITES, OFFERED).settled(),
        false);
  }

  /** "For higher rates (up to 280 Kreqs/sec) query throughput remained the same". */
  private void saturation() throws InvalidConfiguration {
    Runs saturated = runs(8, READS, SATURATED);
    add("TIR-10", "most reads of 8 nodes, /s", 80_000.0, saturated.settled(), false);
    add("TIR-10", "most reads of 8 nodes, CPU", 0.50, saturated.settledCpu(), false);
    add(
        "TIR-10",
        "reads answered, 280,000 offered over 80,000",
        1.0,
        runs(8, READS, SWEPT).settled() / saturated.settled(),
        false);
  }

  private void dataRebalancing() throws InvalidConfiguration {
    Scenario grows = base.withSettings(EIGHT_MORE);
    add(
        "TIR-10",
        "reads after 8 nodes joined 8, data rebalanced over not",
        1.2,
        runs(grows, "threshold").settled()
            / runs(grows.withSettings(DATA_STAYS), "threshold").settled(),
        false);
  }
}
