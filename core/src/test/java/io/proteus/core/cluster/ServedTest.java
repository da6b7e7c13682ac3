package io.proteus.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.fixture.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ServedTest {
  @Test
  void whatIsServedDoesNotDependOnTheOrderInWhichPartitionsAreKnown() {
    Seeds.forAll(
        200,
        seed -> {
          Random random = new Random(seed);
          Map<PartitionId, RequestRates> rates = new LinkedHashMap<>();
          for (int i = 0; i < 60; i++) {
            rates.put(
                new PartitionId("p" + i),
                new RequestRates(1e4 * random.nextDouble(), 0, random.nextDouble()));
          }
          List<PartitionId> shuffled = new ArrayList<>(rates.keySet());
          Collections.shuffle(shuffled, random);
          Map<PartitionId, RequestRates> otherwise = new LinkedHashMap<>();
          shuffled.forEach(id -> otherwise.put(id, rates.get(id)));

          assertThat(Served.of(otherwise, Map.of())).isEqualTo(Served.of(rates, Map.of()));
        });
  }
}
