package io.proteus.core.strategy.placement;

/** What {@link Spread} spreads evenly. */
public enum Even {
  /** requests; where there are none, partitions */
  LOAD,
  /** partitions */
  COUNT;

  double weightOf(Load load) {
    return this == LOAD ? load.cost() : 1;
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
