package io.proteus.lab.elasticity;

import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.ledger.StoredRows;
import io.proteus.workloads.tenant.Dataset;
import java.io.IOException;
import java.util.List;
import site.ycsb.DB;

/** Rows of tenants in a store, as clients write and read them. */
interface StoreRows extends StoredRows, AutoCloseable {
  /** Writes all rows once, and notes it. */
  void load(List<Dataset> datasets, AcknowledgedWrites ledger, long seed)
      throws IOException, InterruptedException;

  /** As clients of the workloads ask for a tenant's rows. */
  DB asked(Dataset dataset);

  @Override
  void close();
}
