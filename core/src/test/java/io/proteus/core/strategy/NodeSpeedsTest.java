package io.proteus.core.strategy;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.requests;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.fixture.SituationBuilder;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeSpeedsTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");

  @Test
  void aNodeThatTakesTwiceTheCpuForTheSameWorkIsHalfAsFast() {
    NodeSpeeds learned = after(20, alike(0.6, 0.3, 0.3));

    assertThat(learned.of(RS1)).isCloseTo(0.5, within(0.05));
    assertThat(learned.of(RS2)).isEqualTo(1);
  }

  @Test
  void aFewSamplesSayNothing() {
    assertThat(after(4, alike(0.6, 0.3, 0.3)).of(RS1)).isEqualTo(1);
  }

  @Test
  void nothingIsRememberedOfNodesThatAreAlike() {
    assertThat(after(20, alike(0.31, 0.3, 0.3))).isEqualTo(NodeSpeeds.ALIKE_ALL);
  }

  @Test
  void nothingIsLearnedOfIdleNodesNorWithoutAFigureNorSoonAfterAnAction() {
    assertThat(after(20, alike(0.1, 0.05, 0.05))).isEqualTo(NodeSpeeds.ALIKE_ALL);
    assertThat(after(20, alike(0.6, 0.3, 0.3).node("rs1", cpuUnknown())).of(RS1)).isEqualTo(1);
    assertThat(after(20, alike(0.6, 0.3, 0.3).actedAgo(Duration.ofMinutes(5))))
        .isEqualTo(NodeSpeeds.ALIKE_ALL);
  }

  /** Each node has another kind of request: what these cost is not known, so neither is a speed. */
  @Test
  void aNodeWithCostlierRequestsIsNotTakenForASlowOne() {
    SituationBuilder now =
        situation()
            .node("rs1", cpu(0.8))
            .node("rs2", cpu(0.3))
            .partition("a1", of("t"), on("rs1"), writes(400))
            .partition("a2", of("t"), on("rs1"), writes(400))
            .partition("a3", of("t"), on("rs1"), writes(400))
            .partition("b1", of("t"), on("rs2"), reads(400))
            .partition("b2", of("t"), on("rs2"), reads(400))
            .partition("b3", of("t"), on("rs2"), reads(400));

    assertThat(after(20, now)).isEqualTo(NodeSpeeds.ALIKE_ALL);
  }

  /** Its blocks are in the cache, so it costs less than others of its table. */
  @Test
  void aNodeWithAHotPartitionIsNotTakenForAFastOne() {
    SituationBuilder now = alike(0.5, 0.3, 0.3).partition("a1", requests(3000, 0, 0));

    assertThat(after(20, now)).isEqualTo(NodeSpeeds.ALIKE_ALL);
  }

  @Test
  void aNodeThatGoesIsForgottenAndOneThatBecomesFasterIsFound() {
    NodeSpeeds learned = after(20, alike(0.6, 0.3, 0.3));

    assertThat(learned.seen(alike(0.3, 0.3).build()).learned()).containsOnlyKeys(RS1);
    for (int look = 0; look < 60; look++) {
      learned = learned.seen(alike(0.3, 0.3, 0.3).build());
    }
    assertThat(learned.of(RS1)).isEqualTo(1);
    assertThat(after(20, alike(0.3, 0.3, 0.6)).seen(alike(0.3, 0.3).build()))
        .isEqualTo(NodeSpeeds.ALIKE_ALL);
  }

  /** Tables that cost unlike, by chance on nodes, every third of which is slow, or none. */
  @Test
  void speedsAreFoundAndNotFoundWhereThereAreNone() {
    AtomicInteger alike = new AtomicInteger();
    AtomicInteger others = new AtomicInteger();
    AtomicInteger missed = new AtomicInteger();
    AtomicInteger invented = new AtomicInteger();
    Seeds.forAll(
        100,
        seed -> {
          boolean unlike = seed % 2 == 0;
          Generated cluster = new Generated(new Random(seed), unlike ? 0.4 : 1);
          NodeSpeeds learned = NodeSpeeds.ALIKE_ALL;
          for (int look = 0; look < 20; look++) {
            learned = learned.seen(cluster.look());
          }
          for (int node = 0; node < cluster.speeds.length; node++) {
            double found = learned.of(new NodeId("rs" + node));
            (unlike ? others : alike).incrementAndGet();
            boolean isOff = Math.abs(found / cluster.speeds[node] - 1) > 0.2;
            (unlike ? missed : invented).addAndGet(isOff ? 1 : 0);
          }
        });
    assertThat(invented.get()).isLessThanOrEqualTo(alike.get() / 100);
    assertThat(missed.get()).isLessThanOrEqualTo(others.get() / 10);
  }

  /** A cluster with tables whose requests cost unlike. */
  private static final class Generated {
    final double[] speeds;
    private final Random random;
    private final double[][] costs;
    private final int[] tables;
    private final int[] places;
    private final double[][] rates;

    Generated(Random random, double slow) {
      this.random = random;
      this.speeds = new double[3 + random.nextInt(8)];
      for (int node = 0; node < speeds.length; node++) {
        speeds[node] = node % 3 == 1 ? slow : 1;
      }
      this.costs = new double[1 + random.nextInt(3)][];
      double[][] mixes = new double[costs.length][];
      for (int table = 0; table < costs.length; table++) {
        costs[table] = new double[] {1 + 2 * random.nextDouble(), 8 * random.nextDouble(), 1};
        mixes[table] = random.doubles(3).map(share -> share * share).toArray();
      }
      int partitions = speeds.length * (8 + random.nextInt(20));
      this.tables = random.ints(partitions, 0, costs.length).toArray();
      this.places = random.ints(partitions, 0, speeds.length).toArray();
      this.rates = new double[partitions][];
      for (int partition = 0; partition < partitions; partition++) {
        double hot = Math.exp(random.nextGaussian() / 2);
        rates[partition] = new double[3];
        for (int kind = 0; kind < 3; kind++) {
          rates[partition][kind] = hot * 100 * mixes[tables[partition]][kind];
        }
      }
    }

    Situation look() {
      double load = 0.8 + 0.4 * random.nextDouble();
      double[] work = new double[speeds.length];
      SituationBuilder now = situation();
      for (int partition = 0; partition < places.length; partition++) {
        double[] asked = new double[3];
        for (int kind = 0; kind < 3; kind++) {
          asked[kind] =
              load * rates[partition][kind] * Math.max(0.5, 1 + 0.1 * random.nextGaussian());
          work[places[partition]] += asked[kind] * costs[tables[partition]][kind];
        }
      }
      double most = 0;
      for (int node = 0; node < speeds.length; node++) {
        most = Math.max(most, work[node] / speeds[node]);
      }
      for (int node = 0; node < speeds.length; node++) {
        double busy = 0.75 * work[node] / speeds[node] / most * (1 + 0.03 * random.nextGaussian());
        now.node("rs" + node, cpu(Math.min(1, Math.max(0, busy))));
      }
      for (int partition = 0; partition < places.length; partition++) {
        double[] asked = rates[partition];
        now.partition(
            "p" + partition,
            of("t" + tables[partition]),
            on("rs" + places[partition]),
            requests(load * asked[0], load * asked[1], load * asked[2]));
      }
      return now.build();
    }
  }

  /** Nodes with the same load each, and these shares of CPU in use. */
  private static SituationBuilder alike(double... cpus) {
    SituationBuilder now = situation();
    for (int node = 1; node <= cpus.length; node++) {
      now.node("rs" + node, cpu(cpus[node - 1]));
      now.partition("a" + node, of("t"), on("rs" + node), requests(170, 3, 70));
      now.partition("c" + node, of("t"), on("rs" + node), requests(170, 3, 70));
      now.partition("d" + node, of("t"), on("rs" + node), requests(170, 3, 70));
      now.partition("b" + node, of("u"), on("rs" + node), reads(300));
    }
    return now;
  }

  private static NodeSpeeds after(int looks, SituationBuilder now) {
    NodeSpeeds learned = NodeSpeeds.ALIKE_ALL;
    for (int look = 0; look < looks; look++) {
      learned = learned.seen(now.build());
    }
    return learned;
  }
}
