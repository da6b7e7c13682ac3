package io.proteus.app.bulkload;

import io.proteus.core.bulkload.Partitioner;
import io.proteus.core.bulkload.Splits;
import io.proteus.core.cluster.RowKey;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A partitioner as a user may bring one: named in META-INF/services of a jar. */
public final class ThirdsPartitioner implements Partitioner {
  @Override
  public String name() {
    return "thirds";
  }

  @Override
  public Splits split(int partitions, long rows) {
    return new Splits(List.of(key("one-third"), key("two-thirds")), null);
  }

  private static RowKey key(String text) {
    return RowKey.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
