package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.health.Finding;
import io.proteus.core.units.Ratio;
import io.proteus.engine.cassandra.KeySample.Key;
import io.proteus.engine.cassandra.KeySample.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which keys are named, of what nodes sampled. */
class HotKeysCheckTest {
  private static final Key HOT = new Key("shop.carts", "anna", Kind.READS, 400);

  private static List<Finding> findings(Map<String, KeySample> samples) {
    return HotKeysCheck.findings(new TreeMap<>(samples));
  }

  @Test
  void aKeyThatTakesAFifthOfANodeIsNamedOnceWithAllThatItCosts() {
    List<Finding> findings =
        findings(
            Map.of(
                "10.0.0.1",
                    new KeySample(
                        1000, List.of(HOT, new Key("shop.carts", "ben", Kind.READS, 199))),
                "10.0.0.2",
                    new KeySample(1000, List.of(new Key("shop.carts", "anna", Kind.READS, 300))),
                "10.0.0.3", new KeySample(2000, List.of())));

    assertThat(findings).hasSize(1);
    Finding finding = findings.get(0);
    assertThat(finding.what().toString())
        .contains("'anna' of shop.carts", "40 %", "10.0.0.1", "as reads");
    assertThat(finding.why().toString()).contains("these 2");
    assertThat(finding.requests()).isEqualTo(Ratio.share(700, 4000));
  }

  @Test
  void readsAndWritesOfAKeyAreTwoFindings() {
    assertThat(
            findings(
                Map.of(
                    "10.0.0.1",
                    new KeySample(
                        1000, List.of(HOT, new Key("shop.carts", "anna", Kind.WRITES, 300))))))
        .hasSize(2);
  }

  @Test
  void aNodeThatServesLittleTellsNothingOfItsKeys() {
    assertThat(
            findings(
                Map.of(
                    "10.0.0.1", new KeySample(99, List.of(new Key("a.b", "k", Kind.WRITES, 99))))))
        .isEmpty();
  }

  /** Its counters begin anew with a restart. */
  @Test
  void aNodeWhoseCountersWentBackTellsNothing() {
    assertThat(findings(Map.of("10.0.0.1", new KeySample(-5000, List.of(HOT))))).isEmpty();
  }
}
