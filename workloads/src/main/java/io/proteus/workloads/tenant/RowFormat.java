package io.proteus.workloads.tenant;

import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a row is made of.
 *
 * <p>YCSB's rows are ten fields of 100 bytes. The default here is one field of 1,000: HBase keeps
 * every field as a cell of its own with key and time stamp, and the clients share the machine's
 * cores with the servers that are to be measured. Ten fields took 1.6 times the client CPU a scan
 * (385 against 236 microseconds), 1.1 to 1.2 times that of a read or an update, and 1.2 times the
 * server CPU of both, for the same payload.
 *
 * @param fields fields of a row, 1 or more
 * @param fieldBytes length of each field's value, at least {@link RowValue#HEADER_BYTES}
 */
public record RowFormat(int fields, int fieldBytes) {
  public static final RowFormat ONE_FIELD = new RowFormat(1, 1000);
  public static final RowFormat YCSB = new RowFormat(10, 100);

  public RowFormat {
    if (fields < 1 || fieldBytes < RowValue.HEADER_BYTES) {
      throw new InvalidValue(
          "row format: want 1 or more fields of at least %d bytes, got %d of %d."
              .formatted(RowValue.HEADER_BYTES, fields, fieldBytes));
    }
  }

  /** Length of a row's values together, without keys and the store's own overhead. */
  public int rowBytes() {
    return fields * fieldBytes;
  }

  /** {@code field0}, {@code field1} ...: the first one carries the {@link RowValue}'s header. */
  public List<String> fieldNames() {
    return IntStream.range(0, fields).mapToObj(i -> "field" + i).toList();
  }
}
