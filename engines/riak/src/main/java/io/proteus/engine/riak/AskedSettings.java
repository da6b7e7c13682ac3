package io.proteus.engine.riak;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What each look asks of the settings of nodes: the one that Riak takes while it runs, and of those
 * that a plan may want the few that Proteus sets by a restart. Each costs a command.
 */
final class AskedSettings {
  static final String TRANSFER_LIMIT = "transfer_limit";

  /**
   * Keys of {@code riak.conf} that Proteus has a cloud write before a restart. How nodes tell them
   * is known, so that it is seen whether a node has them then.
   */
  static final Set<String> BY_RESTART =
      Set.of(
          "anti_entropy",
          "anti_entropy.throttle",
          "leveldb.maximum_memory",
          "leveldb.maximum_memory.percent");

  private final SortedSet<String> asked = new TreeSet<>(Set.of(TRANSFER_LIMIT));
  private final SortedSet<String> left = new TreeSet<>();

  /** How a key is asked for. */
  interface Asking {
    Map<String, String> told(String key) throws PortException;
  }

  /**
   * @param startKeys that plans may want of nodes
   */
  AskedSettings(Set<String> startKeys) {
    for (String key : startKeys) {
      (BY_RESTART.contains(key) ? asked : left).add(key);
    }
    left.remove(TRANSFER_LIMIT);
  }

  /** What these nodes told at one time. */
  final class Told {
    private final Map<String, SortedMap<String, String>> byNode = new HashMap<>();
    private final List<Gap> gaps = new ArrayList<>();

    private Told(List<String> nodes, Asking asking) {
      String why = "no value of " + TRANSFER_LIMIT + " came for it";
      try {
        for (String key : asked) {
          asking
              .told(key)
              .forEach(
                  (node, value) ->
                      byNode.computeIfAbsent(node, n -> new TreeMap<>()).put(key, value));
        }
      } catch (PortException e) {
        byNode.clear(); // what came later is not known, so that an undo would not know it either
        why = String.valueOf(e.getMessage());
      }
      for (String node : nodes) {
        if (!byNode.containsKey(node)) {
          gaps.add(
              new Gap(
                  Gap.Kind.SETTINGS_UNREADABLE,
                  node,
                  Sentence.of("it does not tell its settings: %s", why)));
        }
      }
    }

    List<Gap> gaps() {
      return List.copyOf(gaps);
    }

    /** A key that a node does not tell is not changed: nobody would know what to put back. */
    Node node(String name, String incarnation) {
      @Nullable SortedMap<String, String> set = byNode.get(name);
      SortedMap<String, Effect> effects = new TreeMap<>();
      left.forEach(key -> effects.put(key, Effect.NEVER));
      for (String key : asked) {
        boolean told = set != null && set.containsKey(key);
        effects.put(key, told ? effectOf(key) : Effect.NEVER);
      }
      return new Node(
          new NodeId(name), incarnation, new Known.None<>(), false, false, set, false, effects);
    }
  }

  private static Effect effectOf(String key) {
    return key.equals(TRANSFER_LIMIT) ? Effect.ONLINE : Effect.RESTART;
  }

  Told ask(List<String> nodes, Asking asking) {
    return new Told(nodes, asking);
  }
}
