package io.proteus.app.cluster;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Cloud;
import io.proteus.core.port.PortException;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** Nobody restarts, starts or ends nodes: {@code cloud.type: none}. */
public final class NoCloud implements Cloud {
  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public void restart(NodeId node, SettingsChange settings) throws PortException {
    throw cannot("be restarted");
  }

  @Override
  public void launch(int total, Map<String, String> settings) throws PortException {
    throw cannot("be started");
  }

  @Override
  public Map<NodeId, Instant> machines() {
    return Map.of();
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    throw cannot("be stopped");
  }

  private static PortException cannot(String what) {
    return new PortException(
        "cloud.type: none, so no node can %s. Set who runs the nodes.".formatted(what));
  }
}
