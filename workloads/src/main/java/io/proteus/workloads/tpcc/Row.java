package io.proteus.workloads.tpcc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A row as it is stored: texts in UTF-8, numbers as eight bytes, so that a store can add to them;
 * money in cents, shares in hundredths of a per cent.
 */
public final class Row {
  private final String key;
  private final Map<String, byte[]> cells = new TreeMap<>();

  public Row(String key) {
    this.key = key;
  }

  public String key() {
    return key;
  }

  /** Puts stored bytes. */
  public Row with(String column, byte[] value) {
    cells.put(column, value.clone());
    return this;
  }

  Row with(String column, String text) {
    return with(column, text.getBytes(StandardCharsets.UTF_8));
  }

  Row with(String column, long number) {
    return with(column, bytes(number));
  }

  /** Whether the store knows no such row. */
  public boolean isMissing() {
    return cells.isEmpty();
  }

  String text(String column) {
    return new String(cell(column), StandardCharsets.UTF_8);
  }

  long number(String column) {
    return ByteBuffer.wrap(cell(column)).getLong();
  }

  boolean has(String column) {
    return cells.containsKey(column);
  }

  /** Its columns with what is stored. */
  public Map<String, byte[]> cells() {
    return Map.copyOf(cells);
  }

  /** A number as it is stored. */
  public static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private byte[] cell(String column) {
    byte[] value = cells.get(column);
    if (value == null) {
      throw new IllegalStateException(
          "TPC-C: want column %s in row %s, got %s. Maybe the tables were not loaded."
              .formatted(column, key, cells.keySet()));
    }
    return value;
  }
}
