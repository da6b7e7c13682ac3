package io.proteus.lab.rebalance;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

/** Which shard has each slot. */
final class SlotOwners {
  private SlotOwners() {}

  /** As one of the shards sees it. */
  static Map<Integer, HostAndPort> of(Jedis node) {
    Map<Integer, HostAndPort> owners = new TreeMap<>();
    for (Object range : (List<?>) node.sendCommand(Protocol.Command.CLUSTER, "SLOTS")) {
      List<?> told = (List<?>) range;
      List<?> primary = (List<?>) told.get(2);
      HostAndPort owner =
          new HostAndPort(
              new String((byte[]) primary.get(0), StandardCharsets.UTF_8),
              ((Long) primary.get(1)).intValue());
      for (long slot = (Long) told.get(0); slot <= (Long) told.get(1); slot++) {
        owners.put((int) slot, owner);
      }
    }
    return owners;
  }

  /** The share of the requests that the hottest shard has. */
  static double hottest(Map<Integer, HostAndPort> owners, HotSlots slots) {
    Map<HostAndPort, Double> shares = new HashMap<>();
    owners.forEach((slot, owner) -> shares.merge(owner, slots.share(slot), Double::sum));
    return shares.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** Slots that have another shard than before. */
  static long moved(Map<Integer, HostAndPort> before, Map<Integer, HostAndPort> after) {
    return before.entrySet().stream()
        .filter(slot -> !slot.getValue().equals(after.get(slot.getKey())))
        .count();
  }
}
