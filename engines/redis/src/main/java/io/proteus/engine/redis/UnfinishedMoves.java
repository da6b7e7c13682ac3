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

  /** Each with the shard to which it goes; what another process began a moment ago may lack. */
  Map<PartitionId, Shard> all() throws PortException {
    return moves(notes.read());
  }

  /** As {@link #all()}, and nothing lacks that was noted before it was asked. */
  Map<PartitionId, Shard> allByNow() throws PortException {
    return moves(notes.change(noted -> noted));
  }

  private static Map<PartitionId, Shard> moves(Map<String, String> noted) {
    Map<PartitionId, Shard> moves = new HashMap<>();
    noted.forEach(
        (key, to) -> {
          if (key.startsWith(MOVE)) {
            moves.put(new PartitionId(key.substring(MOVE.length())), Shard.parse(to));
          }
        });
    return moves;
  }

  void began(PartitionId partition, Shard to) throws PortException {
    notes.change(
        all -> {
          all.put(MOVE + partition.value(), to.toString());
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
