package io.proteus.lab.tpcc;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.result.Reconfiguration.Event;
import io.proteus.lab.result.Reconfiguration.EventKind;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.stage.HandMadeLayouts;
import io.proteus.lab.stage.ProteusUnderLoad;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.Timing;
import io.proteus.workloads.hbase.HBaseRelations;
import io.proteus.workloads.hbase.TenantTables;
import io.proteus.workloads.tpcc.Consistency;
import io.proteus.workloads.tpcc.Population;
import io.proteus.workloads.tpcc.Relation;
import io.proteus.workloads.tpcc.Terminals;
import io.proteus.workloads.tpcc.TpccWindow;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A real cluster with TPC-C's tables; all arrangements are measured on the same rows. */
final class TpccBed implements Bed<TpccArrangement, TpccMeasured> {
  private final StageHold hold;
  private final Stage stage;
  private final Timing timing;
  private final TpccLoad load;
  private final HBaseRelations rows;
  private final List<Consistency> checks;
  private final Consumer<String> progress;
  private final String began = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
  private @Nullable Layout found;
  private int runs;

  /**
   * @param checks takes what each repeat left in the tables
   */
  private TpccBed(
      StageHold hold,
      Timing timing,
      TpccLoad load,
      List<Consistency> checks,
      Consumer<String> progress) {
    this.hold = hold;
    this.stage = hold.stage();
    this.timing = timing;
    this.load = load;
    this.rows = new HBaseRelations(stage.admin().getConnection());
    this.checks = checks;
    this.progress = progress;
  }

  /** Loads the tables and warms the servers up, uncapped. */
  static TpccBed open(
      StageHold hold,
      Timing timing,
      TpccLoad load,
      List<Consistency> checks,
      Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    TpccBed bed = new TpccBed(hold, timing, load, checks, progress);
    try {
      progress.accept("loading %d warehouses".formatted(load.scale().warehouses()));
      HBaseRelations.recreate(
          bed.stage.admin(), load.scale(), load.partitions(), TenantTables.Attributes.DEFAULT);
      new Population(bed.rows, load.scale(), load.seed()).load(warehouse -> {});
      progress.accept("loaded; warming up for %d s".formatted(timing.firstWarmUp().toSeconds()));
      bed.stage.arranger().arrange(bed.homogeneous());
      try (Terminals terminals = bed.terminals()) {
        terminals.start();
        terminals.warmUp(timing.firstWarmUp());
      }
      return bed;
    } catch (PortException | IOException | InterruptedException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private Terminals terminals() {
    runs++;
    return new Terminals(
        rows, load.scale(), load.terminals(), load.pace(), began + "." + runs, load.seed() + runs);
  }

  @Override
  public TpccMeasured measure(Turn<TpccArrangement> turn)
      throws PortException, IOException, InterruptedException {
    TpccArrangement arrangement = turn.of();
    Layout start = arrangement == TpccArrangement.MET_FROM_START ? found : homogeneous();
    if (start == null) {
      throw new PortException("want a plan of (met) to begin with, got none in a repeat before");
    }
    progress.accept("repeat %d, %s".formatted(turn.repeat(), arrangement.id()));
    stage.cap(null);
    stage.arranger().arrange(start);
    stage.arranger().compactAll();
    try (Terminals terminals = terminals()) {
      terminals.start();
      terminals.warmUp(timing.warmUp());
      stage.cap(stage.spec().cores());
      terminals.warmUp(timing.settle());
      TpccMeasured measured = window(arrangement, terminals);
      progress.accept(
          "  %,.0f tpmC, %d plans, %d failed"
              .formatted(measured.window().tpmC(), measured.plans(), measured.window().failed()));
      return measured;
    } finally {
      stage.cap(null);
      if (arrangement.isMadeByProteus()) {
        stage.arranger().reopenAll();
      }
    }
  }

  private TpccMeasured window(TpccArrangement arrangement, Terminals terminals)
      throws PortException, InterruptedException {
    if (!arrangement.isMadeByProteus()) {
      return new TpccMeasured(terminals.measure(timing.window()), 0, 0);
    }
    ProteusUnderLoad proteus =
        new ProteusUnderLoad(
            stage, timing, arrangement.settings(stage.spec().regionServers()), progress);
    terminals.begin();
    long start = System.nanoTime();
    List<Event> events = proteus.carryOut(terminals::warmUp, arrangement.mostPlans());
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    if (taken.compareTo(timing.window()) < 0) {
      terminals.warmUp(timing.window().minus(taken));
    }
    TpccWindow window = terminals.end();
    if (arrangement == TpccArrangement.MET && proteus.layout() != null) {
      found = proteus.layout();
    }
    int plans =
        proteus.layout() == null
            ? 0
            : (int) events.stream().filter(event -> event.kind() == EventKind.DONE).count();
    return new TpccMeasured(window, plans, plans == 0 ? 0 : taken.toMillis() / 1e3);
  }

  /** Each table's regions in key order to each server in turn, as an even cluster has them. */
  private Layout homogeneous() throws PortException {
    Topology now = stage.engine().topology();
    List<NodeId> nodes = now.nodes().stream().map(Node::id).sorted().toList();
    Map<NodeId, List<PartitionId>> places = new HashMap<>();
    Map<TableId, Integer> dealt = new HashMap<>();
    Map<TableId, ByteSize> blocks = new HashMap<>();
    for (Relation relation : Relation.values()) {
      blocks.put(new TableId(relation.table()), ByteSize.ofKilobytes(64));
    }
    now.partitions().stream()
        .sorted(Comparator.comparing(Partition::id))
        .forEach(
            partition -> {
              int turn = dealt.merge(partition.table(), 1, Integer::sum) - 1;
              int shift = Math.floorMod(partition.table().hashCode(), nodes.size());
              places
                  .computeIfAbsent(
                      nodes.get((turn + shift) % nodes.size()), any -> new ArrayList<>())
                  .add(partition.id());
            });
    return Layout.of(
        nodes.stream()
            .map(
                node ->
                    new NodeTarget(
                        node,
                        HandMadeLayouts.ONE_CONFIGURATION,
                        places.getOrDefault(node, List.of())))
            .toList(),
        List.of(),
        blocks);
  }

  @Override
  public void endRound(Turn<TpccArrangement> last) throws IOException {
    Consistency check = Consistency.check(rows, load.scale());
    progress.accept(
        "%,d orders in %d districts read back, %d conditions broken"
            .formatted(check.orders(), check.districts(), check.violations().size()));
    checks.add(check);
  }

  @Override
  public boolean isEnding() {
    return hold.interruption().hasBegun();
  }

  @Override
  public void close() throws PortException, IOException {
    hold.close();
  }
}
