package io.proteus.core.cluster;

/**
 * Requests that a partition has served since its node opened it (MET-2). A scan is one request,
 * however many rows it returned, and is not among the reads.
 *
 * @param reads point reads
 * @param scans scans
 * @param writes puts, deletes, appends and increments; a batch counts each of its rows
 */
public record RequestCounters(long reads, long scans, long writes) {
  public long total() {
    return reads + scans + writes;
  }

  /** The rates at which they rose since an earlier moment. */
  public RequestRates since(RequestCounters earlier, double seconds) {
    return new RequestRates(
        (reads - earlier.reads) / seconds,
        (scans - earlier.scans) / seconds,
        (writes - earlier.writes) / seconds);
  }

  /** Whether a counter stands lower than it did: it was reset in between. */
  public boolean wentBackSince(RequestCounters earlier) {
    return reads < earlier.reads || scans < earlier.scans || writes < earlier.writes;
  }
}
