package io.proteus.workloads.tenant;

/**
 * The stored data of a tenant.
 *
 * @param tenant whose rows they are
 * @param keys how the rows are numbered and partitioned
 * @param format what a row is made of
 */
public record Dataset(Tenant tenant, KeySpace keys, RowFormat format) {

  /**
   * @param rows rows of an ordinary tenant; the tenant's own share of it applies
   */
  public static Dataset of(Tenant tenant, int rows, RowFormat format) {
    return new Dataset(tenant, KeySpace.of(tenant, rows), format);
  }

  public String table() {
    return tenant.table();
  }

  /** Length of all values after the load phase. */
  public long loadedBytes() {
    return (long) keys.loadedRows() * format.rowBytes();
  }
}
