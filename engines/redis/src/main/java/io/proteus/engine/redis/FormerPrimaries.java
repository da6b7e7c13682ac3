package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.util.List;
import java.util.Optional;

/**
 * Nodes of which a follower has taken over while slots were on their way to them.
 *
 * <p>A Valkey that was told to import slots takes them over, and all others that it had, as soon as
 * it hears that their source has them no more ({@code clusterUpdateSlotsConfigWith}); also one that
 * comes back after its death, with what it had then. So slots that were on their way to such a node
 * stay open until it is back, or forgotten.
 */
final class FormerPrimaries {
  private static final String TAKES_OVER = "valkey_version";

  private FormerPrimaries() {}

  /** Those of a shard that are primaries by their own knowledge or come back as such. */
  static List<Member> of(Shard shard, Member leader, Views now) {
    return now.members().values().stream()
        .filter(member -> shard.has(member.id()) && member.isPrimary() && !member.isSameAs(leader))
        .toList();
  }

  /** The dead one for which a move to a shard has to wait; empty where it can end. */
  static Optional<Member> awaited(Connections connections, Shard shard, Views now) {
    Member leader = shard.leader(now).orElse(null);
    if (leader == null) {
      return Optional.empty();
    }
    Optional<Member> dead =
        of(shard, leader, now).stream().filter(member -> !now.isLive(member)).findFirst();
    return dead.isPresent() && takesOver(connections, leader) ? dead : Optional.empty();
  }

  /** One that does not answer may be such a one. */
  private static boolean takesOver(Connections connections, Member member) {
    try {
      String told = connections.ask(member.address(), node -> node.info("server"));
      return Figures.parse(told).told().containsKey(TAKES_OVER);
    } catch (PortException e) {
      return true;
    }
  }
}
