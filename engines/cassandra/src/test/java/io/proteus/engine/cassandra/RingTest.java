package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Token;
import io.proteus.core.units.Ratio;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RingTest {
  private static final long QUARTER = 1L << 62;

  /** Nodes a, b and c with one token each, and a keyspace whose copies follow on the ring. */
  private static Ring ring(long a, long b, long c, int copies) {
    TreeMap<Long, String> byToken = new TreeMap<>(Map.of(a, "a", b, "b", c, "c"));
    List<Long> ends = List.copyOf(byToken.keySet());
    Map<String, List<String>> ranges = new TreeMap<>();
    for (int at = 0; at < 3; at++) {
      String first = byToken.get(ends.get(at));
      String second = byToken.get(ends.get((at + 1) % 3));
      ranges.put(
          ends.get((at + 2) % 3) + ".." + ends.get(at), List.of(first, second).subList(0, copies));
    }
    return new Ring(
        "5.0",
        Set.of("a", "b", "c"),
        Set.of(),
        Set.of(),
        Set.of(),
        Set.of(),
        Map.of("a", List.of(a), "b", List.of(b), "c", List.of(c)),
        Map.of("k", ranges));
  }

  @Test
  void sharesAreThoseOfTheTokensAroundTheRing() {
    assertThat(ring(-QUARTER, 0, QUARTER, 1).ownership())
        .containsExactly(
            new Ownership(new NodeId("a"), Ratio.of(0.5), new Token(-QUARTER)),
            new Ownership(new NodeId("b"), Ratio.of(0.25), new Token(0)),
            new Ownership(new NodeId("c"), Ratio.of(0.25), new Token(QUARTER)));
  }

  @Test
  void aMemberWithSeveralTokensHasNoOnlyOne() {
    Ring one = ring(-QUARTER, 0, QUARTER, 1);
    Ring several =
        new Ring(
            "5.0",
            Set.of("a", "b"),
            Set.of(),
            Set.of(),
            Set.of(),
            Set.of(),
            Map.of("a", List.of(-QUARTER, QUARTER), "b", List.of(0L)),
            Map.of());

    assertThat(one.onlyToken("b")).contains(0L);
    assertThat(several.onlyToken("a")).isEmpty();
    assertThat(several.ownership())
        .contains(new Ownership(new NodeId("a"), Ratio.of(0.75)))
        .contains(new Ownership(new NodeId("b"), Ratio.of(0.25), new Token(0)));
  }

  /** Whom a cleanup is for: with two copies the last one goes from the node to the one after. */
  @Test
  void onlyWhoGivesUpAPartHasToCleanUp() {
    for (int copies = 1; copies <= 2; copies++) {
      Ring before = ring(-QUARTER, 0, QUARTER, copies);
      assertThat(ring(-QUARTER, -100, QUARTER, copies).losersSince(before, "k"))
          .containsExactly("b");
      assertThat(ring(-QUARTER, 100, QUARTER, copies).losersSince(before, "k"))
          .containsExactly(copies == 1 ? "c" : "a");
      assertThat(before.losersSince(before, "k")).isEmpty();
    }
  }
}
