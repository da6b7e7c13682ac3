package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.Jedis;

/**
 * Members that Proteus ends for good, as noted beside the cluster until they are forgotten. With
 * {@code cluster-allow-replica-migration yes} an emptied primary becomes a follower, and a dead
 * follower alone tells nobody that it is to be struck off.
 */
final class LeavingMembers {
  private static final String LEAVING = "leaving.";

  /** Those whose machines were ordered to end. */
  private static final String ENDING = "ending.";

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

  /** The machine of a member that leaves was ordered to end, and serves for a while yet. */
  void isEnding(String address) throws PortException {
    notes.change(
        all -> {
          Map<String, String> ending = new HashMap<>();
          all.forEach(
              (key, where) -> {
                if (key.startsWith(LEAVING) && where.equals(address)) {
                  ending.put(ENDING + key.substring(LEAVING.length()), where);
                }
              });
          all.putAll(ending);
          return all;
        });
  }

  void isForgotten(Member member) throws PortException {
    if (ids(LEAVING).contains(member.id())) {
      notes.change(
          all -> {
            all.remove(LEAVING + member.id());
            all.remove(ENDING + member.id());
            return all;
          });
    }
  }

  private Set<String> ids(String kind) throws PortException {
    Set<String> ids = new HashSet<>();
    for (String key : notes.read().keySet()) {
      if (key.startsWith(kind)) {
        ids.add(key.substring(kind.length()));
      }
    }
    return ids;
  }

  /**
   * Those without slots that have ended, or are about to. Some nodes may still take one for a
   * primary that lives, as each hears of its new role and of its end at its own time.
   */
  List<Member> ended(Views now) throws PortException {
    Set<String> leaving = ids(LEAVING);
    Set<String> ending = ids(ENDING);
    return now.members().values().stream()
        .filter(member -> leaving.contains(member.id()) && member.slots().isEmpty())
        .filter(member -> ending.contains(member.id()) || member.hasFailed() || !answers(member))
        .toList();
  }

  /** Whether it serves clients still. */
  boolean answers(Member member) {
    try {
      connections.ask(member.address(), Jedis::ping);
      return true;
    } catch (PortException e) {
      return false;
    }
  }
}
