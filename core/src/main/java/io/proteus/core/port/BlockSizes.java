package io.proteus.core.port;

import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import java.util.Map;

/** A table's data lies in blocks, whose size can be set. */
public non-sealed interface BlockSizes extends Facet {
  /**
   * Sets a table's block size while it serves. A partition may take it only when it is next opened,
   * as after a move, and its data has it once it is written anew.
   */
  void setBlockSize(TableId table, ByteSize blockSize) throws PortException;

  /** The same for column families by name, each with its own; one that is gone is left out. */
  void setBlockSizes(TableId table, Map<String, ByteSize> ofFamilies) throws PortException;
}
