package io.proteus.lab.tuner;

import java.util.List;

/** One level of each parameter of a {@link Space}, in its order. */
record Point(List<Integer> levels) {
  Point {
    levels = List.copyOf(levels);
  }

  int at(int tunable) {
    return levels.get(tunable);
  }
}
