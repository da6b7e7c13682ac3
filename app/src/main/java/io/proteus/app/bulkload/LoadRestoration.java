package io.proteus.app.bulkload;

import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalEvent.LoadPrepared;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.StoredTable;
import io.proteus.core.port.TableStore;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts back what was before a load, value by value; what others have changed since is theirs. */
record LoadRestoration(Ports ports, TableStore tables, Time time) {
  private static final Duration POLL = Duration.ofSeconds(1);

  /** Two periods of a server's tuner and some patience. */
  private static final Duration IN_EFFECT_WITHIN = Duration.ofMinutes(3);

  /** What was done and what was left, a sentence each; the first is the sum of it. */
  List<Sentence> of(LoadPrepared load) throws PortException, InterruptedException {
    List<Sentence> left = new ArrayList<>();
    int settings = table(load, left);
    int nodes = memory(load, left);
    List<Sentence> sentences = new ArrayList<>();
    sentences.add(
        Sentence.of(
            "%s: %d of %d settings and the heap of %d of {%d nodes} are as before the load.",
            load.table(), settings, load.set().size(), nodes, load.memory().size()));
    sentences.addAll(left);
    return sentences;
  }

  private int table(LoadPrepared load, List<Sentence> left) throws PortException {
    Optional<StoredTable> there = tables.table(load.table());
    if (there.isEmpty()) {
      left.add(Sentence.of("%s is not there (any more).", load.table()));
      return 0;
    }
    Map<String, String> now = there.get().attributes();
    Map<String, String> set = new TreeMap<>();
    Set<String> removed = new TreeSet<>();
    int asBefore = 0;
    for (Map.Entry<String, String> entry : load.set().entrySet()) {
      String key = entry.getKey();
      String current = now.get(key);
      String before = load.before().get(key);
      if (entry.getValue().equals(current)) {
        asBefore++;
        if (before == null) {
          removed.add(key);
        } else {
          set.put(key, before);
        }
      } else if (Objects.equals(current, before)) {
        asBefore++;
      } else {
        left.add(
            Sentence.of(
                "%s is %s on %s, set by somebody else since: left so.",
                key, current == null ? "at its default" : current, load.table()));
      }
    }
    if (!set.isEmpty() || !removed.isEmpty()) {
      tables.alter(load.table(), set, removed);
    }
    return asBefore;
  }

  private int memory(LoadPrepared load, List<Sentence> left)
      throws PortException, InterruptedException {
    int asBefore = 0;
    List<LoadPrepared.NodeMemory> bound = new ArrayList<>();
    if (load.memory().isEmpty()) {
      return 0;
    }
    var topology = ports.store().topology();
    for (LoadPrepared.NodeMemory memory : load.memory()) {
      Optional<Node> node = topology.node(memory.node());
      MemorySplit now = node.map(Node::memory).orElse(null);
      if (node.isEmpty()) {
        // else it would come back to the load's division, which nobody looks after any more
        ports.need(MemoryShares.class).forgetMemorySplit(memory.node());
        left.add(
            Sentence.of(
                "{node} %s is not there: when it is back, it divides its heap as its own files"
                    + " say.",
                memory.node()));
      } else if (now != null && now.isAbout(memory.before())) {
        if (node.get().memoryOnline() && node.get().pinned()) {
          // the load's division may have been asked for and be about to come
          ports.need(MemoryShares.class).setMemorySplit(memory.node(), memory.before());
          bound.add(memory);
        }
        asBefore++;
      } else if (now != null && !now.isAbout(memory.set())) {
        left.add(
            Sentence.of("%s has %s, set by somebody else since: left so.", memory.node(), now));
      } else {
        ports.need(MemoryShares.class).setMemorySplit(memory.node(), memory.before());
        asBefore++;
        bound.add(memory);
      }
    }
    release(bound.stream().filter(memory -> !memory.pinned()).toList());
    return asBefore;
  }

  /**
   * Has nodes that went by their own files do so again, once each has its former split: let go of,
   * a node keeps what it has.
   */
  private void release(List<LoadPrepared.NodeMemory> bound)
      throws PortException, InterruptedException {
    List<LoadPrepared.NodeMemory> waiting = new ArrayList<>(bound);
    Time steady = time.steady();
    Instant until = steady.now().plus(IN_EFFECT_WITHIN);
    while (!waiting.isEmpty()) {
      Topology now = ports.store().topology();
      for (LoadPrepared.NodeMemory memory : List.copyOf(waiting)) {
        Optional<Node> node = now.node(memory.node());
        MemorySplit split = node.map(Node::memory).orElse(null);
        if (node.isEmpty() || (split != null && split.isAbout(memory.before()))) {
          ports.need(MemoryShares.class).forgetMemorySplit(memory.node());
          waiting.remove(memory);
        }
      }
      if (!waiting.isEmpty() && steady.now().isAfter(until)) {
        throw new PortException(
            "%s: want the heap divided as before the load within %d s, got no sign of it. `bulk-load finish` may be repeated."
                .formatted(
                    waiting.stream().map(LoadPrepared.NodeMemory::node).toList(),
                    IN_EFFECT_WITHIN.toSeconds()));
      }
      if (!waiting.isEmpty()) {
        time.sleep(POLL);
      }
    }
  }
}
