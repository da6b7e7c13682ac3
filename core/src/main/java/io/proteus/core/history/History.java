package io.proteus.core.history;

import io.proteus.core.cluster.Observation;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The newest observations since the last action, oldest first (MET-3). Immutable.
 *
 * @param capacity the most that are kept
 * @param window at most {@code capacity} observations, in the order in which they were made
 * @param hosts how busy hosts were, for means over a longer time
 */
public record History(int capacity, List<Observation> window, HostMeans hosts) {
  public History {
    if (capacity < 1) {
      throw new InvalidValue(
          "history: want room for 1 or more samples, got %d.".formatted(capacity));
    }
    window = List.copyOf(window.subList(Math.max(0, window.size() - capacity), window.size()));
  }

  public static History empty(int capacity) {
    return new History(capacity, List.of(), HostMeans.NONE);
  }

  public History with(Observation observation) {
    List<Observation> longer = new ArrayList<>(window);
    longer.add(observation);
    return new History(capacity, longer, hosts.with(observation));
  }

  /** Forgets everything: what was measured before an action says nothing of the time after it. */
  public History cut() {
    return empty(capacity);
  }

  public boolean isFull() {
    return window.size() == capacity;
  }

  public Optional<Observation> latest() {
    return window.isEmpty() ? Optional.empty() : Optional.of(window.get(window.size() - 1));
  }
}
