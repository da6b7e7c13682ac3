package io.proteus.core.bulkload;

import java.util.List;

/** Which settings hold for a load: one rule book a paper. An engine brings its rule books. */
public interface LoadRules {

  /** What {@code --rules} calls it. */
  String name();

  /** Partitions a node, where nothing else is asked for. */
  int partitionsPerNode();

  /**
   * The settings of the table, the nodes and the clients.
   *
   * @throws io.proteus.core.units.InvalidValue when the load does not fit the cluster's memory; the
   *     message says what would
   */
  List<Proposal> propose(Load load);

  /**
   * What else there is to know of a load, a sentence each.
   *
   * @param proposals what these rules propose for it
   */
  List<String> remarks(Load load, List<Proposal> proposals);

  /**
   * A load whose partitions are known.
   *
   * @param splits where the table is split
   * @param inPlace whether it is split so already, so that nobody may ask for fewer
   */
  record Load(
      LoadRequest request, LoadTarget target, LoadRoute route, Splits splits, boolean inPlace) {

    /** Of the node that gets most of them. */
    public int partitionsPerNode() {
      return (splits.partitions() + target.nodes() - 1) / target.nodes();
    }

    /** Whether it is more than all heaps together: then what is written does not stay in memory. */
    public boolean isBeyondMemory() {
      return request.data().compareTo(target.allHeaps()) > 0;
    }
  }
}
