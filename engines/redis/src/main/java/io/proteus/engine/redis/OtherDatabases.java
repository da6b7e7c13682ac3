package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import redis.clients.jedis.Jedis;

/**
 * Databases beside the first, which a cluster of Valkey 9 may have ({@code cluster-databases}).
 * Orders about a slot's keys see the database that is selected alone. So keys are handed over of
 * the first database only; servers that move slots as a whole move those of all.
 */
final class OtherDatabases {
  private static final int FIRST = 0;

  private OtherDatabases() {}

  /**
   * Refuses a source with keys in any, which a move key by key would lose, or that does not tell.
   */
  static void refuse(Connections own, Member from) throws PortException {
    Figures told = Figures.parse(own.ask(from.address(), node -> node.info("keyspace")));
    for (Map.Entry<Integer, Long> keys : told.keysByDatabase().entrySet()) {
      if (keys.getKey() != FIRST && keys.getValue() > 0) {
        throw new PortException(
            "%s has %d keys in database %d, and a move key by key would lose them: it hands over those of database %d alone. Have servers move slots as a whole (engine.atomicMoves, between two Valkey 9), or empty that database."
                .formatted(from.address(), keys.getValue(), keys.getKey(), FIRST));
      }
    }
  }

  /**
   * How many keys each slot has in all databases of a node; in the first one where the user may not
   * ask which there are.
   */
  static Map<Integer, Long> counts(Connections own, Member member, List<Integer> slots)
      throws PortException {
    Figures told = Figures.whereAllowed(own, member, "keyspace");
    return own.ask(member.address(), node -> counts(node, slots, told.keysByDatabase().keySet()));
  }

  private static Map<Integer, Long> counts(
      Jedis node, List<Integer> slots, Set<Integer> databases) {
    Map<Integer, Long> counts = new TreeMap<>(SlotOrders.counts(node, slots));
    for (int database : databases) {
      if (database != FIRST) {
        // a connection that fails here is made anew, with the first one selected
        node.select(database);
        SlotOrders.counts(node, slots).forEach((slot, keys) -> counts.merge(slot, keys, Long::sum));
        node.select(FIRST);
      }
    }
    return counts;
  }
}
