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
 * Shards whose slots have no live follower, where others have one: one that was added without, or
 * whose follower died or was forgotten. A cluster without any is somebody's choice.
 */
record UnfollowedCheck(RedisStore store) implements StoreCheck {

  @Override
  public String name() {
    return "unfollowed-shards";
  }

  @Override
  public List<Finding> findings(Topology topology) throws PortException {
    Views now = store.look();
    List<String> alone = new ArrayList<>();
    int followed = 0;
    for (Member primary : now.primaries()) {
      if (now.isFollowed(primary)) {
        followed++;
      } else if (!primary.slots().isEmpty()) {
        alone.add(primary.address());
      }
    }
    return alone.isEmpty() || followed == 0 ? List.of() : List.of(finding(alone, followed));
  }

  private Finding finding(List<String> alone, int followed) {
    return Finding.of(
        name(),
        Severity.WARNING,
        alone,
        Sentence.of(
            "{%d nodes} {has|have} no live follower: %s; %d {has|have} one",
            alone.size(), Few.of(alone), followed),
        Sentence.of("if one ends, its slots are not served and what it alone has is lost"),
        Sentence.of(
            "start those followers again that have ended, or have an empty server follow each"
                + " (CLUSTER REPLICATE)"),
        null);
  }
}
