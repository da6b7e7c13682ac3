package io.proteus.lab.result;

import io.proteus.lab.result.Column.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table, each with what it shows of a row.
 *
 * @param <T> what a row is of
 */
public final class Columns<T> {
  private final List<Column> columns = new ArrayList<>();
  private final List<Function<? super T, Cell>> cells = new ArrayList<>();

  /** A column of texts; nothing stands where the function has null. */
  public Columns<T> text(String name, Function<? super T, @Nullable Object> shown) {
    columns.add(Column.text(name));
    cells.add(row -> Cell.ofText(shown.apply(row)));
    return this;
  }

  /** A column of numbers or {@link Spread}s; nothing stands where the function has null. */
  public Columns<T> figure(String name, Kind kind, Function<? super T, @Nullable Object> shown) {
    columns.add(new Column(name, kind));
    cells.add(row -> Cell.ofAny(shown.apply(row)));
    return this;
  }

  /** A column of whole numbers. */
  public Columns<T> count(String name, Function<? super T, @Nullable Object> shown) {
    return figure(name, Kind.COUNT, shown);
  }

  /** What an experiment comes to. */
  public Table of(Collection<? extends T> rows) {
    return Table.of(columns, cells(rows));
  }

  /** The single measurements behind it. */
  public Table ofDetails(Collection<? extends T> rows) {
    return Table.ofDetails(columns, cells(rows));
  }

  private List<List<Cell>> cells(Collection<? extends T> rows) {
    List<List<Cell>> table = new ArrayList<>();
    for (T row : rows) {
      table.add(cells.stream().map(cell -> cell.apply(row)).toList());
    }
    return table;
  }
}
