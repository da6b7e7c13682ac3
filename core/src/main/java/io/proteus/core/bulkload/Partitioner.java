package io.proteus.core.bulkload;

import io.proteus.core.words.Sentence;
import java.util.List;

/** Finds where to split a table so that its partitions get equally many rows (HCF-1). */
public interface Partitioner {

  /** The name that {@code --key-distribution} takes. */
  String name();

  /**
   * Splits a table.
   *
   * @param partitions how many there are to be, 1 or more
   * @param rows how many rows are to be loaded
   * @throws io.proteus.core.units.InvalidValue when that cannot be; the message says what would
   *     help
   */
  Splits split(int partitions, long rows);

  /** What an operator has to know about such keys, one sentence each. */
  default List<Sentence> remarks(int partitions) {
    return List.of();
  }
}
