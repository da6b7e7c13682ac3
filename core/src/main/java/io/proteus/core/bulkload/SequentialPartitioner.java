package io.proteus.core.bulkload;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits rows that are numbered from 0 and whose keys are their numbers with leading zeros.
 *
 * <p>Rows that arrive in that order fill one partition after the other, however the table is split.
 * Several nodes are busy only if clients begin at different places.
 *
 * @param prefix what all keys begin with
 * @param width digits of a key; 0 is as many as the last number has
 */
public record SequentialPartitioner(List<Byte> prefix, int width) implements Partitioner {
  public SequentialPartitioner {
    prefix = List.copyOf(prefix);
  }

  public static SequentialPartitioner of(byte[] prefix, int width) {
    List<Byte> boxed = new ArrayList<>();
    for (byte b : prefix) {
      boxed.add(b);
    }
    return new SequentialPartitioner(boxed, width);
  }

  @Override
  public String name() {
    return "sequential";
  }

  @Override
  public Splits split(int partitions, long rows) {
    if (rows < partitions) {
      throw new InvalidValue(
          "--rows: want at least %,d, one a partition, got %,d. Fewer partitions come by --partitions-per-node or --partitions."
              .formatted(partitions, rows));
    }
    int least = Long.toString(rows - 1).length();
    int digits = width == 0 ? least : width;
    if (digits < least) {
      throw new InvalidValue(
          "--key-width: want at least %d digits for %,d rows, got %d."
              .formatted(least, rows, digits));
    }
    List<RowKey> keys = new ArrayList<>();
    long before = 0;
    long largest = 0;
    for (int i = 1; i <= partitions; i++) {
      long at =
          BigInteger.valueOf(rows)
              .multiply(BigInteger.valueOf(i))
              .divide(BigInteger.valueOf(partitions))
              .longValueExact();
      largest = Math.max(largest, at - before);
      before = at;
      if (i < partitions) {
        keys.add(key(at, digits));
      }
    }
    return new Splits(keys, Ratio.share(largest, rows));
  }

  private RowKey key(long number, int digits) {
    byte[] key = new byte[prefix.size() + digits];
    for (int i = 0; i < prefix.size(); i++) {
      key[i] = prefix.get(i);
    }
    long rest = number;
    for (int i = key.length - 1; i >= prefix.size(); i--) {
      key[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return RowKey.of(key);
  }

  @Override
  public List<Sentence> remarks(int partitions) {
    return List.of(
        Sentence.of(
            "Keys that come in order write to one {partition} at a time, split or not: give every"
                + " client, or thread, a range of its own (one of the {%,d partitions} at a time),"
                + " or shuffle the rows before.",
            partitions));
  }
}
