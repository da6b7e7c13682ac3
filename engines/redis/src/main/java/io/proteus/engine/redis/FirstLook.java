package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import io.proteus.core.units.Address;
import redis.clients.jedis.Jedis;

/** Says in a sentence why what is at an address cannot be looked after. */
final class FirstLook {
  private static final int OLDEST = 7;

  private FirstLook() {}

  /** Refuses the first node that answers, unless it is one of a cluster of a known version. */
  static void refuseOthers(Connections connections, RedisSettings settings) throws PortException {
    PortException last = null;
    for (Address address : settings.nodes()) {
      Figures told;
      try {
        told = Figures.parse(connections.ask(address.toString(), node -> node.info("server")));
      } catch (PortException e) {
        last = settings.tls() ? e : orTls(e);
        continue;
      }
      refuse(address.toString(), told);
      if (!connections.ask(address.toString(), Jedis::clusterInfo).contains("cluster_size:0")) {
        return;
      }
      throw new PortException(
          "%s: no slot of this cluster is given to a node. Make the cluster with `redis-cli --cluster create` first."
              .formatted(address));
    }
    throw last == null ? new PortException("engine.nodes: none is named.") : last;
  }

  /** A server that speaks TLS hangs up on who does not. */
  private static PortException orTls(PortException e) {
    String said = String.valueOf(e.getMessage());
    return said.contains("Unexpected end of stream") || said.contains("Connection reset")
        ? new PortException(said + " Does it speak TLS? Then set engine.tls to true.", e)
        : e;
  }

  private static void refuse(String address, Figures told) throws PortException {
    String version = told.told().getOrDefault("redis_version", "");
    if (version.isEmpty()) {
      throw new PortException(
          "%s: does not answer as Redis or Valkey does. Is another service on that port?"
              .formatted(address));
    }
    if (Integer.parseInt(version.split("\\.")[0]) < OLDEST) {
      throw new PortException(
          "%s: want Redis 7 or newer, or Valkey, got Redis %s.".formatted(address, version));
    }
    if (!"cluster".equals(told.told().getOrDefault("redis_mode", told.told().get("server_mode")))) {
      throw new PortException(
          "%s: is a single instance and no cluster (cluster-enabled is no). Proteus moves slots between the nodes of a cluster."
              .formatted(address));
    }
  }
}
