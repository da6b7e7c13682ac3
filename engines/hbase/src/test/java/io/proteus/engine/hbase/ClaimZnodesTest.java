package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.port.PortException;
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
}
