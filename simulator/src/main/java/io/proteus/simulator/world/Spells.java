package io.proteus.simulator.world;

import java.util.ArrayList;
import java.util.List;

/**
 * Faults of one kind that last. Where several overlap, none is over before its time, and the
 * strongest of them counts.
 */
final class Spells {
  private final List<Spell> spells = new ArrayList<>();

  private record Spell(double until, double strength) {}

  /** Begins one that has no strength, but is or is not. */
  void begin(double until) {
    begin(until, 1);
  }

  void begin(double until, double strength) {
    spells.add(new Spell(until, strength));
  }

  boolean isOn(double now) {
    return spells.stream().anyMatch(spell -> now < spell.until());
  }

  /**
   * The largest strength of those that are on.
   *
   * @param otherwise where none is
   */
  double strongest(double now, double otherwise) {
    double strongest = Double.NEGATIVE_INFINITY;
    for (Spell spell : spells) { // every node is asked at every step
      strongest = now < spell.until() ? Math.max(strongest, spell.strength()) : strongest;
    }
    return strongest > Double.NEGATIVE_INFINITY ? strongest : otherwise;
  }
}
