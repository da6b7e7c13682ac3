package io.proteus.engine.redis;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.Address;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How to reach a Redis or Valkey cluster, and how its slots are moved.
 *
 * @param nodes some of its nodes; the others are found through them
 * @param name of the cluster; empty: the first of the addresses
 * @param user as whom Proteus acts
 * @param passwordFile holds the user's password
 * @param tls whether its nodes speak TLS
 * @param authority in PEM, which signed their certificates
 * @param timeout until a node must answer
 * @param directory where claims and unfinished moves are kept, outside of the cluster
 * @param slots of one partition
 * @param batch the most that one order moves
 * @param largestKey a slot with a larger one is not moved key by key
 * @param atomicMoves whether servers that can move slots as a whole
 */
@Section("Redis 7, Valkey 8 and 9, as a cluster ([details](../engines/redis/README.md))")
public record RedisSettings(
    @Key(doc = "some nodes of the cluster", example = "127.0.0.1:7001") List<Address> nodes,
    @Key(doc = "a name for the cluster; without it, its first address") Optional<String> name,
    @Key(doc = "the user as whom Proteus acts", example = "proteus") Optional<String> user,
    @Key(doc = "file with the user's password; relative to the working folder")
        Optional<Path> passwordFile,
    @Key(doc = "whether the nodes speak TLS", usual = "false") boolean tls,
    @Key(doc = "the authority that signed their certificates, in PEM") Optional<Path> authority,
    @Key(doc = "until a node must answer", usual = "5s") Duration timeout,
    @Key(
            doc =
                "where claims and unfinished moves are kept; several Proteus need the same folder, or cloud.lease",
            example = "/var/lib/proteus/redis")
        Optional<Path> directory,
    @Key(doc = "hash slots of one partition", usual = "64") int slots,
    @Key(doc = "the most that is moved at once", usual = "1MB") ByteSize batch,
    @Key(doc = "a slot with a larger key is not moved key by key", usual = "64MB")
        ByteSize largestKey,
    @Key(
            doc =
                "whether nodes that can (Valkey 9) move slots as a whole; else key by key, as older ones do",
            usual = "true")
        boolean atomicMoves) {
  static final int ALL_SLOTS = 16_384;

  public RedisSettings {
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty()) {
      throw new InvalidValue("engine.nodes: want one address or more, got none.");
    }
    if (authority.isPresent() && !tls) {
      throw new InvalidValue(
          "engine.authority: is set, and engine.tls is false. Set engine.tls to true.");
    }
    if (slots < 1 || slots > ALL_SLOTS) {
      throw new InvalidValue("engine.slots: want 1..%d, got %d.".formatted(ALL_SLOTS, slots));
    }
    if (timeout.compareTo(Duration.ofMillis(1)) < 0) {
      throw new InvalidValue("engine.timeout: want 1 ms or more, got %s.".formatted(timeout));
    }
  }

  String cluster() {
    return name.orElse(nodes.get(0).toString());
  }

  Path folder() {
    return directory.orElse(Path.of(System.getProperty("user.home"), ".proteus", "redis"));
  }
}
