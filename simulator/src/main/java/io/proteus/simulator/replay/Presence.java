package io.proteus.simulator.replay;

import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.simulator.replay.Past.Survey;
import io.proteus.simulator.run.Resizes;
import io.proteus.simulator.scenario.Recording.Arrangement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which nodes there were when, and what they held. */
final class Presence {
  /** Who is back so soon was restarted and not gone. */
  static final Duration RESTART = Duration.ofMinutes(5);

  /** A node was there from its first sight to its last. */
  private static final class Stay {
    final Instant from;
    Instant until;

    Stay(Instant from) {
      this.from = from;
      this.until = from;
    }

    boolean contains(Instant at) {
      return !at.isBefore(from) && !at.isAfter(until);
    }
  }

  private final Past past;
  private final TreeMap<NodeId, List<Stay>> stays = new TreeMap<>();

  Presence(Past past) {
    this.past = past;
    for (Look look : past.looks()) {
      for (NodeId node : look.names()) {
        List<Stay> before = stays.computeIfAbsent(node, id -> new ArrayList<>());
        Stay last = before.isEmpty() ? null : before.get(before.size() - 1);
        if (last == null || last.until.plus(RESTART).isBefore(look.at())) {
          last = new Stay(look.at());
          before.add(last);
        }
        last.until = look.at();
      }
    }
    // what was not looked at for long was not gone for that: the same nodes before and after
    for (Past.Silence silence : past.silences()) {
      stays.values().forEach(all -> join(all, silence));
    }
  }

  private static void join(List<Stay> stays, Past.Silence silence) {
    for (int i = 1; i < stays.size(); i++) {
      if (!stays.get(i - 1).until.isBefore(silence.from())
          && !stays.get(i).from.isAfter(silence.until().plus(RESTART))) {
        stays.get(i - 1).until = stays.get(i).until;
        stays.remove(i--);
      }
    }
  }

  /** Every change of the nodes and every survey after the first, the earliest first. */
  List<Arrangement> arrangements() {
    List<Arrangement> all = new ArrayList<>();
    for (Instant change : changes()) {
      List<NodeId> names = at(change);
      if (!names.isEmpty()) {
        all.add(new Arrangement(past.since(change), names, Map.of(), Map.of()));
      }
    }
    past.surveys().stream().skip(1).forEach(survey -> all.add(of(survey)));
    all.sort(Comparator.comparing(Arrangement::from));
    return all;
  }

  /** Moments at which nodes came or went. */
  List<Instant> changes() {
    Instant first = past.looks().get(0).at();
    Instant last = past.looks().get(past.looks().size() - 1).at();
    TreeSet<Instant> moments = new TreeSet<>();
    for (List<Stay> all : stays.values()) {
      for (Stay stay : all) {
        if (stay.from.isAfter(first)) {
          moments.add(stay.from);
        }
        if (stay.until.isBefore(last)) {
          moments.add(stay.until.plusMillis(1));
        }
      }
    }
    return List.copyOf(moments);
  }

  /** How often nodes came or went, counted as in a simulation. */
  int resizes() {
    Resizes resizes = new Resizes(at(past.looks().get(0).at()).size());
    for (Instant change : changes()) {
      resizes.see(past.since(change).toMillis() / 1e3, at(change).size());
    }
    return resizes.all();
  }

  private List<NodeId> at(Instant moment) {
    return stays.entrySet().stream()
        .filter(entry -> entry.getValue().stream().anyMatch(stay -> stay.contains(moment)))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Arrangement of(Survey survey) {
    ClusterSurveyed seen = survey.seen();
    Map<PartitionId, NodeId> placement = new HashMap<>();
    for (ClusterSurveyed.Held held : seen.partitions()) {
      NodeId node = held.partition().node();
      if (node != null) {
        placement.put(held.partition().id(), node);
      }
    }
    TreeMap<NodeId, MemorySplit> memory = new TreeMap<>();
    for (Node node : seen.nodes()) {
      MemorySplit split = node.memory();
      if (split != null) {
        memory.put(node.id(), split);
      }
    }
    TreeSet<NodeId> names = new TreeSet<>();
    seen.nodes().forEach(node -> names.add(node.id()));
    // one that is being restarted is not in the survey, but has not gone
    names.addAll(at(survey.at()));
    return new Arrangement(past.since(survey.at()), List.copyOf(names), placement, memory);
  }
}
