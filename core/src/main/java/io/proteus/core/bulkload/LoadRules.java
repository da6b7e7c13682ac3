package io.proteus.core.bulkload;

import io.proteus.core.words.Sentence;
import java.util.List;

/** Which settings hold for a load: one rule book a paper. An engine brings its rule books. */
public interface LoadRules {

  /** The name that {@code --rules} takes. */
  String name();

  /** Partitions for each node, unless the operator asks for another number. */
  int partitionsPerNode();

  /**
   * The settings of the table, the nodes and the clients.
   *
   * @throws io.proteus.core.units.InvalidValue when the load does not fit the cluster's memory; the
   *     message says what would
   */
  List<Proposal> propose(Load load);

  /**
   * Further remarks on a load, one sentence each.
   *
   * @param proposals what these rules propose for it
   */
  List<Sentence> remarks(Load load, List<Proposal> proposals);

  /**
   * A load whose partitions are known.
   *
   * @param splits where the table is split
   * @param inPlace whether it is split so already, so that nobody may ask for fewer
   */
  record Load(
      LoadRequest request, LoadTarget target, LoadRoute route, Splits splits, boolean inPlace) {

    /** Partitions of the node that gets most of them. */
    public int partitionsPerNode() {
      return (splits.partitions() + target.nodes() - 1) / target.nodes();
    }

    /** Whether the load is larger than all heaps together, so that it cannot stay in memory. */
    public boolean isBeyondMemory() {
      return request.data().compareTo(target.allHeaps()) > 0;
    }
  }
}
