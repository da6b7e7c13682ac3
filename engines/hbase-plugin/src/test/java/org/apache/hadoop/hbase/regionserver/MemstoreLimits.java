package org.apache.hadoop.hbase.regionserver;

/** Lets a test read what HBase keeps to its package. */
public record MemstoreLimits(long upperBytes, long lowerBytes) {

  public static MemstoreLimits of(HRegionServer server) {
    RegionServerAccounting accounting = server.getRegionServerAccounting();
    return new MemstoreLimits(
        accounting.getGlobalMemStoreLimit(), accounting.getGlobalMemStoreLimitLowMark());
  }
}
