package io.proteus.lab.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Table;
import java.util.ArrayList;
import java.util.List;

/** A result on a terminal. */
public final class ResultText {
  private ResultText() {}

  /** Every section that has something for a terminal. */
  public static String of(Result result) {
    return String.join(
        System.lineSeparator(),
        result.sections().stream().map(ResultText::of).filter(text -> !text.isEmpty()).toList());
  }

  /** The section's title, note and tables; empty where it has only charts and details. */
  public static String of(Section section) {
    List<Table> tables = section.tables().stream().filter(table -> !table.detail()).toList();
    boolean sentence = section.tables().isEmpty() && section.charts().isEmpty();
    if (tables.isEmpty() && !sentence) {
      return "";
    }
    List<String> lines = new ArrayList<>(List.of(section.title(), section.note()));
    tables.stream().map(ResultText::of).forEach(lines::add);
    lines.removeIf(String::isEmpty);
    return String.join(System.lineSeparator(), lines);
  }

  static String of(Table table) {
    List<ColumnData<List<Cell>>> columns = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      int at = i;
      columns.add(
          new com.github.freva.asciitable.Column()
              .header(column.name())
              .dataAlign(
                  column.kind() == Column.Kind.TEXT ? HorizontalAlign.LEFT : HorizontalAlign.RIGHT)
              .with(row -> column.text(row.get(at))));
    }
    return AsciiTable.getTable(table.rows(), columns);
  }
}
