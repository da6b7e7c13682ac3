package io.proteus.lab.result;

import java.util.List;

/** A part of a result. */
public record Section(String title, String note, List<Chart> charts, List<Table> tables) {
  public Section {
    charts = List.copyOf(charts);
    tables = List.copyOf(tables);
  }

  /** A part with one table and nothing to draw. */
  public static Section of(String title, String note, Table table) {
    return new Section(title, note, List.of(), List.of(table));
  }
}
