package io.proteus.workloads.tenant;

/** What a tenant may ask of its store; one histogram of latencies is kept for each. */
public enum OperationType {
  READ,
  UPDATE,
  INSERT,
  SCAN,
  /** Read one row, then write it back: YCSB counts the pair as one operation, and so do we. */
  READ_MODIFY_WRITE
}
