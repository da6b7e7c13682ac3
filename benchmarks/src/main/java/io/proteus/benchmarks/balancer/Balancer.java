package io.proteus.benchmarks.balancer;

import java.io.IOException;

/** Somebody who says where regions should be. */
interface Balancer {
  /** For the table. */
  String title();

  Balanced balance(Regions regions) throws IOException;
}
