package io.proteus.app.bulkload;

import io.proteus.controller.journal.JournalEvent.LoadPrepared;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.port.Engine;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoredTable;
import io.proteus.core.port.TableStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts back what was before a load, value by value; what others have changed since is theirs. */
record LoadRestoration(Engine engine, TableStore tables) {

  /** What was done and what was left, a sentence each; the first is the sum of it. */
  List<String> of(LoadPrepared load) throws PortException {
    List<String> left = new ArrayList<>();
    int settings = table(load, left);
    int nodes = memory(load, left);
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "%s: %d of %d settings and the heap of %d of %d nodes are as before the load."
            .formatted(load.table(), settings, load.set().size(), nodes, load.memory().size()));
    sentences.addAll(left);
    return sentences;
  }

  private int table(LoadPrepared load, List<String> left) throws PortException {
    Optional<StoredTable> there = tables.table(load.table());
    if (there.isEmpty()) {
      left.add("%s is not there (any more).".formatted(load.table()));
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
            "%s is %s on %s, set by somebody else since: left so."
                .formatted(key, current == null ? "at its default" : current, load.table()));
      }
    }
    if (!set.isEmpty() || !removed.isEmpty()) {
      tables.alter(load.table(), set, removed);
    }
    return asBefore;
  }

  private int memory(LoadPrepared load, List<String> left) throws PortException {
    int asBefore = 0;
    if (load.memory().isEmpty()) {
      return 0;
    }
    var topology = engine.topology();
    for (LoadPrepared.NodeMemory memory : load.memory()) {
      Optional<Node> node = topology.node(memory.node());
      MemorySplit now = node.map(Node::memory).orElse(null);
      if (node.isEmpty()) {
        // else it would come back to the load's division, which nobody looks after any more
        engine.forgetMemorySplit(memory.node());
        left.add(
            "node %s is not there: when it is back, it divides its heap as its own files say."
                .formatted(memory.node()));
      } else if (now != null && now.isAbout(memory.before())) {
        asBefore++;
      } else if (now != null && !now.isAbout(memory.set())) {
        left.add("%s has %s, set by somebody else since: left so.".formatted(memory.node(), now));
      } else {
        engine.setMemorySplit(memory.node(), memory.before());
        asBefore++;
      }
    }
    return asBefore;
  }
}
