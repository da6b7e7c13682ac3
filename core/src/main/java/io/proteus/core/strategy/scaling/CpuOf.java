package io.proteus.core.strategy.scaling;

/** Which CPU stands for a whole cluster. */
public enum CpuOf {
  /** the mean of all nodes: what a cluster could do if its load were spread evenly */
  MEAN,
  /** the hottest node's: what those notice whose data is there */
  HOTTEST;

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
