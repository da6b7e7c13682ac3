package io.proteus.lab.stage;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import io.proteus.workloads.run.LatencySummary;
import io.proteus.workloads.run.TenantWindow;
import io.proteus.workloads.run.WindowResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps, plans and windows by hand. */
public final class Resizes {
  static final MemorySplit SPLIT = MemorySplit.of(0.4, 0.25);
  static final NodeId OLD = new NodeId("rs1:16020");
  static final NodeId NEW = new NodeId("rs4:16020");
  static final ByteSize SIZE = ByteSize.ofMegabytes(10);

  private Resizes() {}

  public static Step add(int total) {
    return new AddNode(NodeId.planned(1), total, SPLIT);
  }

  public static Step move(String partition) {
    return new MovePartition(new PartitionId(partition), new TableId("users"), OLD, NEW, SIZE);
  }

  public static Step compact(String partition) {
    return new CompactPartition(
        new PartitionId(partition), new TableId("users"), NEW, Ratio.of(0.9), SIZE);
  }

  public static Plan plan(String id, Step... steps) {
    return new Plan(
        id,
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        List.of(steps),
        Price.of(List.of(steps)),
        List.of());
  }

  /** A window of ten seconds with one tenant. */
  public static WindowResult window(
      Instant start, long completed, double meanMicros, long p99Micros) {
    return new WindowResult(
        start, Duration.ofSeconds(10), List.of(tenant("A", completed, meanMicros, p99Micros)), 0.3);
  }

  public static TenantWindow tenant(
      String name, long completed, double meanMicros, long p99Micros) {
    return new TenantWindow(
        name,
        completed,
        new OperationsPerSecond(completed / 10.0),
        Map.of(),
        Map.of(),
        Optional.of(
            new LatencySummary(
                completed,
                meanMicros,
                (long) meanMicros,
                p99Micros,
                p99Micros,
                p99Micros,
                p99Micros)),
        Optional.empty());
  }
}
