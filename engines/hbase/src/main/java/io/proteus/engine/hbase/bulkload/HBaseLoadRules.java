package io.proteus.engine.hbase.bulkload;

import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadRules;
import io.proteus.core.bulkload.Proposal;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;

/**
 * The common part of the rule books: clients load in the same way by all of them, and finished
 * files need only the splits.
 */
interface HBaseLoadRules extends LoadRules {

  /** The settings of the table and the nodes where clients write row by row. */
  List<Proposal> forPuts(Load load);

  @Override
  default List<Proposal> propose(Load load) {
    if (load.route() == LoadRoute.FILES) {
      return MemoryFormulas.splitPolicy(load);
    }
    List<Proposal> proposals = new ArrayList<>(forPuts(load));
    proposals.addAll(ClientRules.propose(load));
    return proposals;
  }

  @Override
  default List<Sentence> remarks(Load load, List<Proposal> proposals) {
    return LoadRemarks.of(load, proposals);
  }
}
