package io.proteus.engine.hbase;

import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.words.Sentence;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/** Whether ZooKeeper lets Proteus' user make the lease without which it never acts. */
record LeaseRightCheck(ClusterConnection connection) implements StoreCheck {
  private static final String NAME = "missing-lease-right";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> findings(Topology now) throws PortException {
    String parent = connection.address().parent();
    String user = RightsCheck.user();
    try {
      String own = parent + "/proteus";
      String place = connection.zooKeeper().checkExists().forPath(own) == null ? parent : own;
      return lacking(parent, user, connection.zooKeeper().getACL().forPath(place));
    } catch (KeeperException.NoAuthException e) { // who may not even see the rights has none
      return lacking(parent, user, List.of());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("Interrupted while asking ZooKeeper for rights", e);
    } catch (Exception e) { // Curator declares no narrower one
      throw new PortException(
          "Cannot tell whether the lease below %s may be made: %s".formatted(parent, e), e);
    }
  }

  static List<Finding> lacking(String parent, String user, List<ACL> rights) {
    return rights.stream().anyMatch(right -> letsCreate(right, user))
        ? List.of()
        : List.of(
            Finding.of(
                NAME,
                Severity.WARNING,
                List.of(user),
                Sentence.of("ZooKeeper lets %s make nothing below %s", user, parent),
                Sentence.of("Proteus cannot take its lease, and without it never acts"),
                Sentence.of("have HBase's own user make the place of the lease, once"),
                "echo 'create %s/proteus \"\" sasl:%s:cdrwa' | hbase zkcli"
                    .formatted(parent, user)));
  }

  private static boolean letsCreate(ACL right, String user) {
    Id who = right.getId();
    boolean isMe =
        who.equals(ZooDefs.Ids.ANYONE_ID_UNSAFE)
            || (who.getScheme().equals("sasl") && user.equals(who.getId().split("[/@]", 2)[0]));
    return isMe && (right.getPerms() & ZooDefs.Perms.CREATE) != 0;
  }
}
