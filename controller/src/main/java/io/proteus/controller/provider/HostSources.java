package io.proteus.controller.provider;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several sources as one: what the first does not know is asked of the next. All are read each
 * time, as each tells of the time since it was last read. A source that fails tells nothing.
 */
public final class HostSources implements HostMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(HostSources.class);

  private final List<Source> sources;
  private final Set<String> failing = new HashSet<>();

  /**
   * A source with its name.
   *
   * @param name what people call it
   */
  public record Source(String name, HostMetrics metrics) {}

  /**
   * @param sources the most trusted first
   */
  public HostSources(List<Source> sources) {
    this.sources = List.copyOf(sources);
  }

  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) {
    Map<NodeId, HostLoad> all = new LinkedHashMap<>();
    for (Source source : sources) {
      read(source, nodes).forEach((node, load) -> all.merge(node, load, HostLoad::completedBy));
    }
    return all;
  }

  private Map<NodeId, HostLoad> read(Source source, Collection<NodeId> nodes) {
    try {
      Map<NodeId, HostLoad> loads = source.metrics.read(nodes);
      failing.remove(source.name);
      return loads;
    } catch (PortException e) {
      if (failing.add(source.name)) {
        LOG.warn("{} does not tell how busy hosts are: {}", source.name, e.getMessage());
      }
      return Map.of();
    }
  }
}
