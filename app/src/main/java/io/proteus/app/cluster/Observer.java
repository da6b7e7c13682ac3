package io.proteus.app.cluster;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Sample;
import io.proteus.core.history.RateMeter;
import io.proteus.core.port.Engine;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at a cluster again and again; the rates are those between two looks. */
public final class Observer {
  private final Engine engine;
  private final HostMetrics hosts;
  private final Set<Capability> capabilities;
  private @Nullable Sample last;
  private long number;

  public Observer(Engine engine, HostMetrics hosts, Set<Capability> capabilities) {
    this.engine = engine;
    this.hosts = hosts;
    this.capabilities = Set.copyOf(capabilities);
  }

  /** What happened since the last look; the first has no rates. */
  public Observation look() throws PortException {
    Sample now = engine.sample();
    List<NodeId> nodes = now.topology().nodes().stream().map(Node::id).toList();
    Observation seen = RateMeter.observe(++number, last, now, hosts.read(nodes), capabilities);
    last = now;
    return seen;
  }
}
