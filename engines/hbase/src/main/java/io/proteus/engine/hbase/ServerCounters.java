package io.proteus.engine.hbase;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one RegionServer's JMX servlet.
 *
 * @param serverName {@code host,port,startcode} of who answered; null if it did not say
 * @param regions of the managed tables, with the requests served since they were opened there
 * @param totals counters and gauges of the server, by HBase's names; one that is missing is not
 *     there
 */
record ServerCounters(
    @Nullable String serverName,
    Map<PartitionId, RequestCounters> regions,
    Map<String, Double> totals) {

  private static final String BEAN = "/jmx?qry=Hadoop:service=HBase,name=RegionServer,sub=";
  private static final String METRIC = "_metric_";
  private static final String REGION = "_region_";
  private static final String SYSTEM = "Namespace_hbase_table_";

  static final String STORED_BYTES = "storeFileSize";
  static final String REQUESTS = "totalRequestCount";

  /** Blocks that were to be cached: what compactions read is not among them. */
  static final String CACHE_HITS = "blockCacheHitCachingCount";

  static final String CACHE_MISSES = "blockCacheMissCachingCount";

  /** The block cache's first level, which is on the heap. */
  static final String HEAP_CACHE_BYTES = "l1CacheSize";

  /** All levels of the block cache: what servers tell that do not tell the first alone. */
  static final String CACHE_BYTES = "blockCacheSize";

  /** The heap after collections: no metric of HBase but of its JVM. */
  static final String HEAP_KEPT_BYTES = "heapKept";

  static final String LOCALITY_PERCENT = "percentFilesLocal";
  static final String QUEUED = "numCallsInGeneralQueue";

  /**
   * The time from a call's arrival to its answer, in whole milliseconds, of the calls since HBase
   * renewed its metrics (10 s). Its histograms begin anew each time, so 0 may also mean no call.
   */
  static final String P99_MS = "TotalCallTime_99th_percentile";

  static ServerCounters read(InfoServers.Servlets servlets)
      throws IOException, InterruptedException {
    ServerCounters counters =
        parse(
            servlets.get(BEAN + "Regions"),
            servlets.get(BEAN + "Server"),
            servlets.get(BEAN + "IPC"));
    return counters.withHeapKept(HeapPools.left(servlets.get(HeapPools.BEAN)));
  }

  ServerCounters withHeapKept(@Nullable Long bytes) {
    if (bytes == null) {
      return this;
    }
    Map<String, Double> more = new HashMap<>(totals);
    more.put(HEAP_KEPT_BYTES, bytes.doubleValue());
    return new ServerCounters(serverName, regions, more);
  }

  static ServerCounters parse(byte[] regions, byte[] server, byte[] ipc) throws IOException {
    Map<String, Double> totals = new HashMap<>();
    String[] name = new String[1];
    Json.Fields wanted =
        (field, value) -> {
          switch (field) {
            case REQUESTS,
                CACHE_HITS,
                CACHE_MISSES,
                HEAP_CACHE_BYTES,
                CACHE_BYTES,
                LOCALITY_PERCENT,
                QUEUED,
                P99_MS,
                STORED_BYTES -> {
              if (value.currentToken().isNumeric() && !value.isNaN()) {
                totals.put(field, value.getDoubleValue());
              }
            }
            case "tag.serverName" -> name[0] = value.getText();
            default -> {}
          }
        };
    Json.read(server, wanted);
    Json.read(ipc, wanted);
    return new ServerCounters(name[0], regions(regions), totals);
  }

  /** {@code Namespace_<ns>_table_<table>_region_<encoded>_metric_<metric>}: read from the end. */
  private static Map<PartitionId, RequestCounters> regions(byte[] body) throws IOException {
    Map<String, long[]> counts = new HashMap<>();
    Json.read(
        body,
        (field, value) -> {
          int metric = field.lastIndexOf(METRIC);
          int slot = metric < 0 ? -1 : slot(field, metric + METRIC.length());
          if (slot < 0 || field.startsWith(SYSTEM)) {
            return;
          }
          int region = field.lastIndexOf(REGION, metric);
          String encoded = field.substring(region + REGION.length(), metric);
          long[] slots = counts.computeIfAbsent(encoded, key -> new long[] {-1, -1, -1});
          slots[slot] = value.getLongValue();
        });
    Map<PartitionId, RequestCounters> regions = new HashMap<>(counts.size() * 2);
    counts.forEach(
        (encoded, slots) -> {
          if (slots[0] >= 0 && slots[1] >= 0 && slots[2] >= 0) {
            regions.put(
                HBaseTranslation.partition(encoded),
                new RequestCounters(slots[0], slots[1], slots[2]));
          }
        });
    return regions;
  }

  /** Reads are gets: HBase's readRequestCount counts the rows of a scan. */
  private static int slot(String field, int start) {
    int length = field.length() - start;
    if (length == 8 && field.startsWith("getCount", start)) {
      return 0;
    }
    if (length == 9 && field.startsWith("scanCount", start)) {
      return 1;
    }
    if (length == 17 && field.startsWith("writeRequestCount", start)) {
      return 2;
    }
    return -1;
  }
}
