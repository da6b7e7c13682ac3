package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Has two servers move slots as a whole. Keys are copied while their source serves them, and change
 * hands at once: no request is redirected twice, a large key holds nobody up, and what is broken
 * off leaves all at the source.
 */
final class WholeSlots {
  private static final long BETWEEN_LOOKS_MS = 50;

  private final Connections own;
  private final Permit permit;
  private final Runnable progress;

  /**
   * @param progress told at each sign of life
   */
  WholeSlots(Connections own, Permit permit, Runnable progress) {
    this.own = own;
    this.permit = permit;
    this.progress = progress;
  }

  /** Whether all that would take part can. */
  static boolean areKnownTo(Connections connections, Collection<Member> sources, Member target)
      throws PortException {
    boolean known = SlotMigration.isKnownTo(connections, target.address());
    for (Member source : sources) {
      known = known && SlotMigration.isKnownTo(connections, source.address());
    }
    return known;
  }

  /**
   * Returns once none of these slots is on its way on any of these nodes, whoever began it. Servers
   * end what does not get on.
   */
  void awaitEnd(Collection<Member> nodes, List<Integer> slots)
      throws PortException, InterruptedException {
    for (Member node : nodes) {
      while (SlotMigration.of(own, node.address()).stream()
          .anyMatch(migration -> migration.isUnderWay() && migration.has(slots))) {
        progress.run();
        Thread.sleep(BETWEEN_LOOKS_MS);
      }
    }
  }

  /** Answers why it did not succeed; empty where it did. */
  Optional<String> move(List<Integer> slots, Member from, Member to)
      throws PortException, InterruptedException {
    Set<String> before =
        SlotMigration.of(own, from.address()).stream()
            .map(SlotMigration::name)
            .collect(Collectors.toSet());
    permit.ask();
    try {
      own.ask(from.address(), node -> node.sendCommand(Protocol.Command.CLUSTER, order(slots, to)));
    } catch (PortException e) {
      if (e.getCause() instanceof JedisDataException) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
      throw e;
    }
    while (true) {
      SlotMigration ours =
          SlotMigration.of(own, from.address()).stream()
              .filter(migration -> migration.isExport() && migration.has(slots))
              .filter(migration -> !before.contains(migration.name()))
              .findFirst()
              .orElse(null);
      if (ours == null) {
        return Optional.of("%s has forgotten it.".formatted(from.address()));
      }
      progress.run();
      if (!ours.isUnderWay()) {
        return ours.isDone()
            ? Optional.empty()
            : Optional.of(
                "%s: %s%s."
                    .formatted(
                        from.address(),
                        ours.state(),
                        ours.message().isEmpty() ? "" : " (" + ours.message().strip() + ")"));
      }
      Thread.sleep(BETWEEN_LOOKS_MS);
    }
  }

  private static String[] order(List<Integer> slots, Member to) {
    List<String> words = new ArrayList<>(List.of("MIGRATESLOTS", "SLOTSRANGE"));
    for (SlotRange run : SlotRange.runs(slots)) {
      words.add(Integer.toString(run.first()));
      words.add(Integer.toString(run.last()));
    }
    words.addAll(List.of("NODE", to.id()));
    return words.toArray(new String[0]);
  }
}
