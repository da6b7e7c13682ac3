package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.util.HashMap;
import java.util.Map;

/** Moves that were begun and not finished, as noted beside the cluster. */
final class UnfinishedMoves {
  private static final String MOVE = "move.";

  private final Notes notes;

  UnfinishedMoves(Notes notes) {
    this.notes = notes;
  }

  /** Each with the id of the node to which it goes. */
  Map<PartitionId, String> all() throws PortException {
    Map<PartitionId, String> moves = new HashMap<>();
    notes
        .read()
        .forEach(
            (key, to) -> {
              if (key.startsWith(MOVE)) {
                moves.put(new PartitionId(key.substring(MOVE.length())), to);
              }
            });
    return moves;
  }

  void began(PartitionId partition, String to) throws PortException {
    notes.change(
        all -> {
          all.put(MOVE + partition.value(), to);
          return all;
        });
  }

  void finished(PartitionId partition) throws PortException {
    notes.change(
        all -> {
          all.remove(MOVE + partition.value());
          return all;
        });
  }
}
