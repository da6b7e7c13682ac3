package io.proteus.workloads.tenant;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The content of the first field of a written row. It identifies the write, so a row that is read
 * back tells which write it came from.
 *
 * @param epoch which ledger has counted the sequence
 * @param row number of the row
 * @param sequence how many writes of the row came before in this epoch; the first is 1
 */
public record RowValue(long epoch, int row, int sequence) {
  private static final int MAGIC = 0x50524f54;

  public static final int HEADER_BYTES = Integer.BYTES + Long.BYTES + Integer.BYTES + Integer.BYTES;

  /** A field's value: the header, then bytes of {@code filler} up to its length. */
  public byte[] encode(byte[] filler) {
    byte[] value = filler.clone();
    ByteBuffer.wrap(value).putInt(MAGIC).putLong(epoch).putInt(row).putInt(sequence);
    return value;
  }

  /** The decoded value; empty when it is not one of ours. */
  public static Optional<RowValue> decode(byte[] value, int offset, int length) {
    if (length < HEADER_BYTES) {
      return Optional.empty();
    }
    ByteBuffer buffer = ByteBuffer.wrap(value, offset, length);
    if (buffer.getInt() != MAGIC) {
      return Optional.empty();
    }
    return Optional.of(new RowValue(buffer.getLong(), buffer.getInt(), buffer.getInt()));
  }

  /** Bytes that no store can compress away. */
  public static byte[] filler(RowFormat format, SplittableRandom random) {
    byte[] filler = new byte[format.fieldBytes()];
    random.nextBytes(filler);
    return filler;
  }
}
