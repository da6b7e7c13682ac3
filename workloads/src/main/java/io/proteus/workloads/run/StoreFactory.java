package io.proteus.workloads.run;

import io.proteus.workloads.tenant.Dataset;
import site.ycsb.DB;

/** Gives each worker a store of its own, as YCSB does: a {@link DB} need not be thread-safe. */
@FunctionalInterface
public interface StoreFactory {
  /** A store that is ready for operations on the dataset's table. */
  DB open(Dataset dataset);
}
