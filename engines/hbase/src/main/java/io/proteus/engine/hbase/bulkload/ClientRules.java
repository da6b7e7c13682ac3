package io.proteus.engine.hbase.bulkload;

import io.proteus.core.bulkload.CommonLoadSetting;
import io.proteus.core.bulkload.LoadRules.Load;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.bulkload.Proposal;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.List;

/** How many clients load, with how many threads and which buffers (HCF-5, PCM-8). */
final class ClientRules {
  /** HCF-5: one client kept 9 nodes busy, and four kept 36. */
  private static final int NODES_PER_CLIENT = 9;

  /** HCF-5, PCM-8: best of 1 to 40 on the papers' machines of two cores. */
  private static final int THREADS = 4;

  /** HCF-5: the client buffer that the papers' loads were made with. */
  private static final ByteSize BUFFER = ByteSize.ofMegabytes(12);

  /** HCF-5: "increase the WriteBufferSize to 2~3x" for records above this. */
  private static final ByteSize LARGE_RECORD = ByteSize.ofKilobytes(5);

  private static final int LARGE_RECORD_BUFFERS = 3;

  /** The default buffer of the store's own client. */
  private static final ByteSize LEAST_BUFFER = ByteSize.ofMegabytes(2);

  private ClientRules() {}

  static List<Proposal> propose(Load load) {
    int clients = (load.target().nodes() + NODES_PER_CLIENT - 1) / NODES_PER_CLIENT;
    List<Proposal> proposals = new ArrayList<>();
    proposals.add(
        new Proposal(
            CommonLoadSetting.CLIENTS,
            clients,
            "one for every %d RegionServers, each with its part of the rows"
                .formatted(NODES_PER_CLIENT),
            "HCF-5"));
    proposals.add(
        new Proposal(
            CommonLoadSetting.CLIENT_THREADS,
            THREADS,
            "best on the papers' clients of two cores; more where the client's CPU is not busy",
            "HCF-5, PCM-8"));
    proposals.add(buffer(load, (long) clients * THREADS));
    return proposals;
  }

  /** All buffers may arrive at once, so they have to fit what the nodes hold for writes. */
  private static Proposal buffer(Load load, long senders) {
    LoadTarget target = load.target();
    boolean large = load.request().recordSize().compareTo(LARGE_RECORD) > 0;
    long wanted = BUFFER.bytes() * (large ? LARGE_RECORD_BUFFERS : 1);
    long held = (long) (target.allHeaps().bytes() * target.memory().writeBuffer().value());
    long fitting = held / 2 / senders >> 20 << 20;
    if (fitting < wanted) {
      return new Proposal(
          CommonLoadSetting.CLIENT_BUFFER,
          Math.max(LEAST_BUFFER.bytes(), fitting),
          "%,d threads together send no more than half of the %s that the RegionServers hold of what is written"
              .formatted(senders, ByteSize.ofBytes(held)),
          "HCF-5");
    }
    String reason =
        large
            ? "three times the 12 MB, as records over 5 KB are bound by the network; autoflush off"
            : "as the paper's loads: autoflush off, so that rows travel in batches";
    return new Proposal(CommonLoadSetting.CLIENT_BUFFER, wanted, reason, "HCF-5");
  }
}
