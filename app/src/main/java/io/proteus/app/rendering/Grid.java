package io.proteus.app.rendering;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import com.github.freva.asciitable.Styler;
import io.proteus.core.units.OneLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A table that gives up its least important columns, one by one, until it fits the width.
 *
 * @param <T> what a row is made from
 */
public final class Grid<T> {
  private static final int WIDEST_COLUMN = 60;

  /** A column; {@code weight} 0 is never given up, the highest goes first. */
  private record Field<T>(
      String header,
      HorizontalAlign align,
      int weight,
      Function<T, String> text,
      BiFunction<T, String, String> paint) {}

  private final List<Field<T>> fields = new ArrayList<>();

  public Grid<T> text(String header, int weight, Function<T, String> text) {
    return text(header, weight, text, (row, cell) -> cell);
  }

  public Grid<T> text(
      String header, int weight, Function<T, String> text, BiFunction<T, String, String> paint) {
    fields.add(new Field<>(header, HorizontalAlign.LEFT, weight, text, paint));
    return this;
  }

  public Grid<T> figure(String header, int weight, Function<T, String> text) {
    return figure(header, weight, text, (row, cell) -> cell);
  }

  public Grid<T> figure(
      String header, int weight, Function<T, String> text, BiFunction<T, String, String> paint) {
    fields.add(new Field<>(header, HorizontalAlign.RIGHT, weight, text, paint));
    return this;
  }

  /** The table, a line a row, without a line break at its end. */
  public String render(List<T> rows, int width, Paint paint) {
    List<Field<T>> shown = new ArrayList<>(fields);
    String plain = table(rows, shown, Paint.NONE);
    while (widest(plain) > width) {
      Field<T> least = shown.stream().max(Comparator.comparingInt(Field::weight)).orElseThrow();
      if (least.weight() == 0) {
        break;
      }
      shown.remove(least);
      plain = table(rows, shown, Paint.NONE);
    }
    return paint.on() ? table(rows, shown, paint) : plain;
  }

  private static int widest(String table) {
    return table.lines().mapToInt(String::length).max().orElse(0);
  }

  private String table(List<T> rows, List<Field<T>> shown, Paint paint) {
    List<ColumnData<T>> columns = new ArrayList<>();
    for (Field<T> field : shown) {
      columns.add(
          new Column()
              .header(field.header())
              .headerAlign(field.align())
              .dataAlign(field.align())
              .maxWidth(WIDEST_COLUMN, OverflowBehaviour.ELLIPSIS)
              .with(row -> OneLine.escaped(field.text().apply(row))));
    }
    return AsciiTable.builder()
        .lineSeparator("\n")
        .border(AsciiTable.NO_BORDERS)
        .styler(paint.on() ? painter(rows, shown, paint) : new Styler() {})
        .data(rows, columns)
        .asString()
        .lines()
        .map(line -> line.stripTrailing())
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private Styler painter(List<T> rows, List<Field<T>> shown, Paint paint) {
    return new Styler() {
      @Override
      public List<String> styleCell(Column column, int row, int col, List<String> lines) {
        return lines.stream().map(l -> shown.get(col).paint().apply(rows.get(row), l)).toList();
      }

      @Override
      public List<String> styleHeader(Column column, int col, List<String> lines) {
        return lines.stream().map(paint::bold).toList();
      }
    };
  }
}
