package io.proteus.core.port;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import org.jspecify.annotations.Nullable;

/**
 * Proteus has a partition split, or neighbours merged. Their names change by it, so the orders name
 * rows. A store with this facet tells the rows of each {@link
 * io.proteus.core.cluster.Partition#rows partition}.
 */
public non-sealed interface Reshaping extends Facet {
  /**
   * Splits the partition that holds exactly these rows; does nothing where none does.
   *
   * @param at the first key of the upper half; null: the store takes the middle of its data
   */
  void split(TableId table, KeyRange rows, @Nullable RowKey at) throws PortException;

  /**
   * Merges the neighbours that together hold exactly these rows; does nothing where one partition
   * holds all of them.
   */
  void merge(TableId table, KeyRange rows) throws PortException;
}
