package io.proteus.engine.redis;

import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;

/**
 * Primaries with followers that keep nothing on their disks: whoever starts one again before a
 * follower has taken over, as a supervisor of processes does, empties the shard (Redis
 * documentation: safety of replication when the primary has persistence turned off).
 */
record EmptyRestartsCheck(RedisStore store) implements StoreCheck {

  @Override
  public String name() {
    return "empty-restarts";
  }

  @Override
  public List<Finding> findings(Topology topology) throws PortException {
    Views now = store.look();
    List<String> forgetful = new ArrayList<>();
    for (Member primary : now.primaries()) {
      if (now.isFollowed(primary)
          && !primary.slots().isEmpty()
          && Persistence.of(store.connections(), primary.address()).keepsNothing()) {
        forgetful.add(primary.address());
      }
    }
    return forgetful.isEmpty() ? List.of() : List.of(finding(forgetful));
  }

  private Finding finding(List<String> forgetful) {
    return Finding.of(
        name(),
        Severity.WARNING,
        forgetful,
        Sentence.of(
            "%s no and no %s: nothing is kept on disk by %s",
            Persistence.LOG, Persistence.DUMPS, Few.of(forgetful)),
        Sentence.of(
            "one that ends and is started again before its follower takes over is empty, and its"
                + " followers become empty with it"),
        Sentence.of(
            "have each {node} log its writes; or see to it that nobody starts one again at once"),
        "CONFIG SET %s yes".formatted(Persistence.LOG));
  }
}
