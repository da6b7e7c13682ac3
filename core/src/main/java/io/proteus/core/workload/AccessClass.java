package io.proteus.core.workload;

/** The main use of a partition (MET-6). */
public enum AccessClass {
  READ("read"),
  WRITE("write"),
  READ_WRITE("read-write"),
  SCAN("scan"),
  /** no requests: nothing is known of its use, so nothing is done for its sake */
  IDLE("idle");

  private final String label;

  AccessClass(String label) {
    this.label = label;
  }

  /** The word in files and on the screen. */
  @Override
  public String toString() {
    return label;
  }
}
