package io.proteus.core.bulkload;

import io.proteus.core.cluster.RowKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Keys for tests. */
final class Keys {
  private Keys() {}

  static RowKey key(String text) {
    return RowKey.of(text.getBytes(StandardCharsets.UTF_8));
  }

  static List<RowKey> keys(String... texts) {
    return Stream.of(texts).map(Keys::key).toList();
  }

  static SamplePartitioner sampled(List<RowKey> drawn) {
    return new SamplePartitioner("--sample keys.txt", KeySample.of(drawn));
  }

  /** Up to so many draws of up to so many keys, some of them far more often than others. */
  static List<RowKey> drawn(Random random, int most, int different) {
    List<RowKey> pool = new ArrayList<>();
    int count = 1 + random.nextInt(different);
    for (int i = 0; i < count; i++) {
      byte[] key = new byte[1 + random.nextInt(4)];
      random.nextBytes(key);
      pool.add(RowKey.of(key));
    }
    boolean skewed = random.nextBoolean();
    List<RowKey> drawn = new ArrayList<>();
    int draws = 1 + random.nextInt(most);
    for (int i = 0; i < draws; i++) {
      double place = random.nextDouble();
      drawn.add(pool.get((int) ((skewed ? Math.pow(place, 6) : place) * pool.size())));
    }
    return drawn;
  }
}
