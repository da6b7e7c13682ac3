package io.proteus.workloads.tenant;

/** The operations of a tenant; each has its own histogram of latencies. */
public enum OperationType {
  READ,
  UPDATE,
  INSERT,
  SCAN,
  /** Read one row, then write it back: YCSB counts the pair as one operation, and so do we. */
  READ_MODIFY_WRITE
}
