package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.Jedis;

/**
 * Members that Proteus ends for good, as noted beside the cluster until they are forgotten. With
 * {@code cluster-allow-replica-migration yes} an emptied primary becomes a follower, and a dead
 * follower alone tells nobody that it is to be struck off.
 */
final class LeavingMembers {
  private static final String LEAVING = "leaving.";

  private final Connections connections;
  private final Notes notes;

  LeavingMembers(Connections connections, Notes notes) {
    this.connections = connections;
    this.notes = notes;
  }

  void leaves(Member member) throws PortException {
    notes.change(
        all -> {
          all.put(LEAVING + member.id(), member.address());
          return all;
        });
  }

  void isForgotten(Member member) throws PortException {
    if (ids().contains(member.id())) {
      notes.change(
          all -> {
            all.remove(LEAVING + member.id());
            return all;
          });
    }
  }

  private Set<String> ids() throws PortException {
    Set<String> ids = new HashSet<>();
    for (String key : notes.read().keySet()) {
      if (key.startsWith(LEAVING)) {
        ids.add(key.substring(LEAVING.length()));
      }
    }
    return ids;
  }

  /**
   * Those without slots that have ended. Some nodes may still take one for a primary that lives, as
   * each hears of its new role and of its end at its own time.
   */
  List<Member> ended(Views now) throws PortException {
    Set<String> ids = ids();
    return now.members().values().stream()
        .filter(member -> ids.contains(member.id()) && member.slots().isEmpty())
        .filter(member -> member.hasFailed() || !answers(member))
        .toList();
  }

  private boolean answers(Member member) {
    try {
      connections.ask(member.address(), Jedis::ping);
      return true;
    } catch (PortException e) {
      return false;
    }
  }
}
