package io.proteus.core.strategy.placement;

import java.util.Arrays;

/**
 * The assignment of rows to equally many columns with the largest sum of worths: the Hungarian
 * method with shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987). Its time grows with
 * the cube of the rows.
 */
final class BestAssignment {
  private static final int NONE = -1;

  /** The worth of a pair. A sum over all rows must fit a long eight times over. */
  interface Worth {
    long of(int row, int column);
  }

  private final int size;
  private final long[][] cost;
  private final long[] rowPrice;
  private final long[] columnPrice;
  private final int[] rowOf;
  private final int[] columnBefore;
  private final long[] distance;
  private final boolean[] settled;

  private BestAssignment(int size, Worth worth) {
    this.size = size;
    this.cost = new long[size][size];
    for (int row = 0; row < size; row++) {
      for (int column = 0; column < size; column++) {
        cost[row][column] = -worth.of(row, column);
      }
    }
    this.rowPrice = new long[size];
    this.columnPrice = new long[size];
    this.rowOf = new int[size];
    this.columnBefore = new int[size];
    this.distance = new long[size];
    this.settled = new boolean[size];
    Arrays.fill(rowOf, NONE);
  }

  /** The column of each row. */
  static int[] maximise(int size, Worth worth) {
    BestAssignment best = new BestAssignment(size, worth);
    for (int row = 0; row < size; row++) {
      best.take(best.cheapestWayFrom(row), row);
    }
    int[] columnOf = new int[size];
    for (int column = 0; column < size; column++) {
      columnOf[best.rowOf[column]] = column;
    }
    return columnOf;
  }

  /**
   * Grows a tree of cheapest alternating paths from a free row until it meets a free column, and
   * adjusts the prices so that every taken pair stays the cheapest of its row.
   *
   * @return the free column
   */
  private int cheapestWayFrom(int start) {
    Arrays.fill(distance, Long.MAX_VALUE);
    Arrays.fill(settled, false);
    int row = start;
    int from = NONE;
    long reached = 0;
    while (true) {
      int nearest = NONE;
      for (int column = 0; column < size; column++) {
        if (settled[column]) {
          continue;
        }
        long length = reached + cost[row][column] - rowPrice[row] - columnPrice[column];
        if (length < distance[column]) {
          distance[column] = length;
          columnBefore[column] = from;
        }
        if (nearest == NONE || distance[column] < distance[nearest]) {
          nearest = column;
        }
      }
      reached = distance[nearest];
      if (rowOf[nearest] == NONE) {
        adjustPrices(start, reached);
        return nearest;
      }
      settled[nearest] = true;
      row = rowOf[nearest];
      from = nearest;
    }
  }

  private void adjustPrices(int start, long reached) {
    rowPrice[start] += reached;
    for (int column = 0; column < size; column++) {
      if (settled[column]) {
        rowPrice[rowOf[column]] += reached - distance[column];
        columnPrice[column] -= reached - distance[column];
      }
    }
  }

  /** Hands the columns of the path on, from its free end back to the row that it began with. */
  private void take(int freeColumn, int start) {
    int column = freeColumn;
    while (columnBefore[column] != NONE) {
      rowOf[column] = rowOf[columnBefore[column]];
      column = columnBefore[column];
    }
    rowOf[column] = start;
  }
}
