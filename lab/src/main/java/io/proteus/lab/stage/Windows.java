package io.proteus.lab.stage;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Sample;
import io.proteus.core.history.RateMeter;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.Ratio;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.ServerResult;
import io.proteus.workloads.run.WindowResult;
import io.proteus.workloads.run.WorkloadRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures a window from both sides: what the tenants got and what the servers did. */
public final class Windows {
  private final Stage stage;

  public Windows(Stage stage) {
    this.stage = stage;
  }

  /**
   * A window from both sides.
   *
   * @param servers what each did in it
   * @param reconfiguration how the cluster got there; null where nothing was reconfigured under
   *     load
   */
  public record Measured(
      WindowResult clients, List<ServerResult> servers, @Nullable Reconfiguration reconfiguration) {
    public Measured {
      servers = List.copyOf(servers);
    }

    /** The same, with how the cluster got there. */
    public Measured after(@Nullable Reconfiguration how) {
      return new Measured(clients, servers, how);
    }
  }

  public Measured measure(WorkloadRunner runner, Duration length, @Nullable Layout layout)
      throws PortException, InterruptedException {
    Sample before = stage.engine().sample();
    stage.cloud().read(nodes(before));
    WindowResult window = runner.measure(length);
    Sample after = stage.engine().sample();
    Observation seen =
        RateMeter.observe(1, before, after, stage.cloud().read(nodes(after)), stage.capabilities());
    return new Measured(window, servers(seen, layout), null);
  }

  private static List<NodeId> nodes(Sample sample) {
    return sample.topology().nodes().stream().map(Node::id).toList();
  }

  private List<ServerResult> servers(Observation seen, @Nullable Layout layout) {
    Map<NodeId, String> profiles = new HashMap<>();
    if (layout != null) {
      for (NodeTarget target : layout.nodes()) {
        profiles.put(target.node(), target.profile().name());
      }
    }
    List<ServerResult> servers = new ArrayList<>();
    for (Node node : seen.topology().nodes()) {
      NodeLoad load = seen.loads().get(node.id());
      long held =
          seen.topology().partitions().stream().filter(p -> node.id().equals(p.node())).count();
      Ratio hits = load == null ? null : load.cacheHitRatio();
      Ratio cpu = load == null ? null : load.host().cpu();
      Double cores = stage.spec().cores();
      servers.add(
          new ServerResult(
              node.id().value(),
              profiles.getOrDefault(node.id(), "HBase's own tuner"),
              node.memory() == null ? null : node.memory().readCache().value(),
              node.memory() == null ? null : node.memory().writeBuffer().value(),
              (int) held,
              hits == null ? null : hits.value(),
              cpu == null || cores == null ? null : cpu.value() * cores));
    }
    return servers;
  }
}
