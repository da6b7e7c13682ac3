package io.proteus.core.port;

import io.proteus.core.bulkload.LoadRules;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.units.ByteSize;
import java.util.List;
import java.util.Optional;

/** The rules of an engine for bulk loads ({@link EngineProvider#bulkLoads}). */
public interface BulkLoadGuide {

  /** The rule books, at least one; the first is taken where none is asked for. */
  List<LoadRules> rules();

  /** How a node divides its memory where none tells. */
  MemorySplit usualMemory();

  /**
   * A remark on a node's heap; empty where its size is as recommended.
   *
   * @param nodeMemory what a node's machine has
   */
  Optional<String> heapRemark(LoadTarget target, ByteSize nodeMemory);
}
