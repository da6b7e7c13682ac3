package io.proteus.lab.result;

import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.run.Resizes;
import java.util.ArrayList;
import java.util.List;

/** How many servers ran from when on. Safe for use by several threads. */
public final class NodeCurve {
  private final List<Change> changes = new ArrayList<>();

  private record Change(double seconds, int nodes) {}

  /** Enters how many run at a moment, which may be as many as before. */
  public synchronized void at(double seconds, int nodes) {
    if (!changes.isEmpty() && seconds < last().seconds()) {
      throw new InvalidValue(
          "nodes: want one moment after the other, got %s after %s."
              .formatted(seconds, last().seconds()));
    }
    if (changes.isEmpty() || last().nodes() != nodes) {
      changes.add(new Change(seconds, nodes));
    }
  }

  private Change last() {
    return changes.get(changes.size() - 1);
  }

  /** At a moment; 0 before the first entry. */
  public synchronized int nodesAt(double seconds) {
    int nodes = 0;
    for (Change change : changes) {
      if (change.seconds() <= seconds) {
        nodes = change.nodes();
      }
    }
    return nodes;
  }

  /** From the first entry until a moment. */
  public synchronized double nodeHours(double until) {
    double nodeSeconds = 0;
    for (int i = 0; i < changes.size(); i++) {
      double end = i + 1 < changes.size() ? changes.get(i + 1).seconds() : until;
      nodeSeconds +=
          changes.get(i).nodes() * Math.max(0, Math.min(end, until) - changes.get(i).seconds());
    }
    return nodeSeconds / 3600;
  }

  public synchronized int most() {
    return changes.stream().mapToInt(Change::nodes).max().orElse(0);
  }

  /** How often servers came or went, counted as in a simulation. */
  public synchronized int resizes() {
    return counted().all();
  }

  /** How often one way soon after the other. */
  public synchronized int oppositeResizes() {
    return counted().opposite();
  }

  private Resizes counted() {
    Resizes resizes = new Resizes(changes.isEmpty() ? 0 : changes.get(0).nodes());
    changes.forEach(change -> resizes.see(change.seconds(), change.nodes()));
    return resizes;
  }
}
