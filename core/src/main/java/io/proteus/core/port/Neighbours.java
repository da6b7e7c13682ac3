package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The running nodes beside which a new one starts, for the files that are made for it (TIR-4).
 *
 * @param nodes that live, sorted
 * @param settings the values that live nodes have, by the store's own key; several where they
 *     differ, and no key that no node tells
 */
public record Neighbours(List<NodeId> nodes, SortedMap<String, SortedSet<String>> settings) {
  /** No node is known. */
  public static final Neighbours UNKNOWN = new Neighbours(List.of(), new TreeMap<>());

  public Neighbours {
    nodes = nodes.stream().sorted().toList();
    SortedMap<String, SortedSet<String>> copied = new TreeMap<>();
    settings.forEach(
        (key, values) -> copied.put(key, Collections.unmodifiableSortedSet(new TreeSet<>(values))));
    settings = Collections.unmodifiableSortedMap(copied);
  }

  /** From what each node tells of itself. */
  public static Neighbours of(List<NodeId> nodes, Collection<Map<String, String>> told) {
    SortedMap<String, SortedSet<String>> settings = new TreeMap<>();
    for (Map<String, String> node : told) {
      node.forEach((key, value) -> settings.computeIfAbsent(key, k -> new TreeSet<>()).add(value));
    }
    return new Neighbours(nodes, settings);
  }

  /**
   * The one value that the live nodes have.
   *
   * @throws PortException where no node tells it, or they differ
   */
  public String setting(String key) throws PortException {
    SortedSet<String> values = settings.getOrDefault(key, Collections.emptySortedSet());
    if (values.isEmpty()) {
      throw new PortException("no running node tells its %s".formatted(key));
    }
    if (values.size() > 1) {
      throw new PortException("running nodes differ in %s: %s".formatted(key, values));
    }
    return values.first();
  }
}
