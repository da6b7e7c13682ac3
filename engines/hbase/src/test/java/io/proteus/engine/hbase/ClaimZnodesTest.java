package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.port.Claimant;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import java.time.Instant;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.Test;

/** What is said where ZooKeeper refuses. */
class ClaimZnodesTest {
  private static PortException refused(KeeperException.Code code) {
    try (CuratorFramework unused =
        CuratorFrameworkFactory.newClient("localhost:1", new RetryOneTime(1))) {
      return ClaimZnodes.under(unused, "/hbase")
          .failure("Cannot claim the cluster", KeeperException.create(code, "/hbase/proteus"));
    }
  }

  @Test
  void whoMayNotWriteThereIsToldHowToBeLet() {
    assertThat(refused(KeeperException.Code.NOAUTH))
        .hasMessageStartingWith("Cannot claim the cluster: ZooKeeper does not let this user.")
        .hasMessageContaining("hbase.superuser")
        .hasMessageContaining("make /hbase/proteus for it");
    assertThat(refused(KeeperException.Code.CONNECTIONLOSS))
        .hasMessageContaining("ConnectionLoss")
        .hasMessageNotContaining("hbase.superuser");
  }

  @Test
  void aClaimTellsWhereItsHolderAnswers() {
    Claimant daemon = new Claimant("ann@ops1, process 7", "https://ops1.example:8480");
    String body = ClaimZnodes.body(daemon, Instant.EPOCH);

    assertThat(body)
        .startsWith(
            "ann@ops1, process 7 at https://ops1.example:8480, since 1970-01-01T00:00:00Z\n");
    assertThat(ClaimZnodes.holder(body, 3))
        .isEqualTo(
            new Holder(
                "ann@ops1, process 7", "1970-01-01T00:00:00Z", 3, "https://ops1.example:8480"));
    assertThat(ClaimZnodes.holder(ClaimZnodes.body(Claimant.of("bob"), Instant.EPOCH), 1))
        .isEqualTo(new Holder("bob", "1970-01-01T00:00:00Z", 1));
  }

  @Test
  void aClaimFromBeforeAddressesHadALineIsStillReadAsTheSentenceThatItIs() {
    String old = "ann@ops1 at http://ops1.example:8480, since 2026-01-05T00:00:00Z";

    assertThat(ClaimZnodes.holder(old, 2)).hasToString(old);
    assertThat(ClaimZnodes.holder("", 0).who()).isEmpty();
  }
}
