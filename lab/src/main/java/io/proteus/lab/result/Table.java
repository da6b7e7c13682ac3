package io.proteus.lab.result;

import io.proteus.core.units.InvalidValue;
import java.util.List;

/**
 * Rows of cells; the first column names the row.
 *
 * @param detail whether it is of single measurements: files and pages have it, a terminal does not
 */
public record Table(List<Column> columns, List<List<Cell>> rows, boolean detail) {
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<Cell> row : rows) {
      if (row.size() != columns.size()) {
        throw new InvalidValue(
            "table: want %d cells in each row, one a column, got %s."
                .formatted(columns.size(), row));
      }
    }
  }

  /** What an experiment comes to. */
  public static Table of(List<Column> columns, List<List<Cell>> rows) {
    return new Table(columns, rows, false);
  }

  /** The single measurements behind it. */
  public static Table ofDetails(List<Column> columns, List<List<Cell>> rows) {
    return new Table(columns, rows, true);
  }
}
