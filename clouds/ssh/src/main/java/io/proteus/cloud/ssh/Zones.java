package io.proteus.cloud.ssh;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where hosts stand: a room, a rack, a data centre. Nodes are started where fewest run.
 *
 * @param byHost none where it does not matter
 */
record Zones(Map<String, String> byHost) {
  Zones {
    byHost = Map.copyOf(byHost);
  }

  Optional<String> of(String host) {
    return Optional.ofNullable(byHost.get(host));
  }

  /**
   * Hosts in the order in which nodes are started on them: by how many run in their zone, and
   * otherwise as they are listed.
   *
   * @param running hosts whose nodes run
   */
  List<String> emptiestFirst(List<String> spare, Collection<String> running) {
    return spare.stream()
        .sorted(
            Comparator.comparingLong(
                host -> running.stream().filter(other -> of(other).equals(of(host))).count()))
        .toList();
  }
}
