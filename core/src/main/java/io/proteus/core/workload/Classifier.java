package io.proteus.core.workload;

import io.proteus.core.cluster.RequestRates;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;

/**
 * MeT's classification of a partition by its requests (MET-6, section 5 of the paper).
 *
 * <p>The paper's rules overlap, as a scan is a read request: they are asked in the order write,
 * scan, read. So a partition of 95 % writes whose few reads are scans is a write partition, and one
 * of 95 % scans is a scan partition although it is also over 60 % reads.
 *
 * @param writeAbove write, if the share of writes in all requests is above this
 * @param scanAbove scan, if the share of scans in all reads and scans is above this
 * @param readAbove read, if the share of reads and scans in all requests is above this
 * @param idleBelow idle, if there are fewer requests than this, op/s
 * @param slack share of its requests that may be of another kind before a partition that is served
 *     as one class is taken for another ({@link #isNearly}); the paper has none
 */
public record Classifier(
    Ratio writeAbove, Ratio scanAbove, Ratio readAbove, double idleBelow, Ratio slack) {
  /** The paper's 60 %; idle below a request in 100 s; 5 % of slack. */
  public static final Classifier MET =
      new Classifier(Ratio.of(0.6), Ratio.of(0.6), Ratio.of(0.6), 0.01);

  public Classifier {
    if (!(idleBelow >= 0)) {
      throw new InvalidValue(
          "met.classify.idleBelow: want 0 or more operations per second, got %s."
              .formatted(idleBelow));
    }
  }

  /** A classifier with 5 % of slack. */
  public Classifier(Ratio writeAbove, Ratio scanAbove, Ratio readAbove, double idleBelow) {
    this(writeAbove, scanAbove, readAbove, idleBelow, Ratio.of(0.05));
  }

  public AccessClass classify(RequestRates rates) {
    double total = rates.total();
    if (total < idleBelow || total == 0) {
      return AccessClass.IDLE;
    }
    double readsAndScans = rates.reads() + rates.scans();
    if (rates.writes() > writeAbove.value() * total) {
      return AccessClass.WRITE;
    }
    if (rates.scans() > scanAbove.value() * readsAndScans) {
      return AccessClass.SCAN;
    }
    if (readsAndScans > readAbove.value() * total) {
      return AccessClass.READ;
    }
    return AccessClass.READ_WRITE;
  }

  /**
   * Whether a partition would be of this class if {@code slack} of its requests were of another
   * kind.
   */
  public boolean isNearly(AccessClass wanted, RequestRates rates) {
    double most = slack.value() * rates.total();
    double reads = Math.min(most, rates.reads());
    double scans = Math.min(most, rates.scans());
    double writes = Math.min(most, rates.writes());
    return classify(rates) == wanted
        || classify(shifted(rates, -reads, reads, 0)) == wanted
        || classify(shifted(rates, -reads, 0, reads)) == wanted
        || classify(shifted(rates, scans, -scans, 0)) == wanted
        || classify(shifted(rates, 0, -scans, scans)) == wanted
        || classify(shifted(rates, writes, 0, -writes)) == wanted
        || classify(shifted(rates, 0, writes, -writes)) == wanted;
  }

  private static RequestRates shifted(
      RequestRates rates, double reads, double scans, double writes) {
    return new RequestRates(rates.reads() + reads, rates.scans() + scans, rates.writes() + writes);
  }
}
