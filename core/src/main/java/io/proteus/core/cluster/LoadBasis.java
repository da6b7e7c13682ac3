package io.proteus.core.cluster;

import io.proteus.core.words.Sayable;
import io.proteus.core.words.Sentence;

/** How the request rates of a partition were obtained. Sums over a node are right in each case. */
public enum LoadBasis implements Sayable {
  /** The store counts the requests of each partition. */
  MEASURED("measured", 1),
  /** The store counts them for each table on each node, where they are divided evenly. */
  BY_TABLE("counted by {table} on each {node}, and divided evenly there", 2),
  /** The store counts them for each node; they are divided by what each partition holds. */
  APPORTIONED("apportioned by what each holds", 2),
  /** The store counts them for each node, and nothing says how they divide. */
  OF_NODE("counted by {node} only", 4);

  private final String how;
  private final int caution;

  LoadBasis(String how, int caution) {
    this.how = how;
    this.caution = caution;
  }

  /** Whether it tells what a single partition is used for. */
  public boolean isMeasured() {
    return this == MEASURED;
  }

  /** Whether sums over a table are right, so that it is known what the table is used for. */
  public boolean tellsTables() {
    return this == MEASURED || this == BY_TABLE;
  }

  /** The basis as a part of a sentence. */
  @Override
  public Sentence sentence() {
    return Sentence.of(how);
  }

  /** By which factor the required gain rises for a change that relies on loads of partitions. */
  public int caution() {
    return caution;
  }
}
