package io.proteus.core.plan.prediction;

import static io.proteus.core.fixture.NodeTrait.heap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Table;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.FixedNodes;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Draft;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.RemoveNode;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Gain;
import io.proteus.core.units.ByteSize;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * What a plan costs is added up partition by partition, as there may be a million of them; here the
 * same step by step, as {@code docs/architecture.md} tells it.
 */
class ClientCostTest {
  private static final int SEEDS = 300;
  private static final int MOST_NODES = 8;
  private static final double GIGABYTE = 1L << 30;

  @Test
  void requestsAreLostForEveryStepAndForEveryPartitionThatGetsColdOnce() {
    forAllDrafts(
        (now, draft) ->
            assertThat(predict(now, draft).requestsLost())
                .isCloseTo(
                    requestsLost(now, draft), within(1e-6 * (1 + requestsLost(now, draft)))));
  }

  @Test
  void itTakesAsLongAsItsStepsKindAfterKind() {
    forAllDrafts(
        (now, draft) ->
            assertThat(predict(now, draft).duration().toMillis() / 1000.0)
                .isCloseTo(seconds(draft), within(0.001)));
  }

  private static double requestsLost(Situation now, Draft draft) {
    double pressure = Objects.requireNonNull(Service.of(now).pressure());
    double lost = 0;
    Set<PartitionId> cold = new HashSet<>();
    for (Step step : draft.steps()) {
      if (step instanceof MovePartition move) {
        lost += now.ratesOf(move.partition()).total() * 3;
        cold.add(move.partition());
      } else if (step instanceof RestartNode restart) {
        lost += pressure * requestsOf(now, restart.node()) * 40;
      } else if (step instanceof CompactPartition compaction) {
        lost += pressure * 0.2 * requestsOf(now, compaction.node()) * seconds(compaction);
        cold.add(compaction.partition());
      }
    }
    for (PartitionId id : cold) {
      lost += pressure * coldReads(now, now.topology().partition(id).orElseThrow());
    }
    return lost;
  }

  private static double seconds(CompactPartition compaction) {
    return 2 + 60 * (compaction.size().bytes() / GIGABYTE);
  }

  private static double requestsOf(Situation now, NodeId node) {
    return now.topology().partitions().stream()
        .filter(partition -> node.equals(partition.node()))
        .mapToDouble(partition -> now.ratesOf(partition.id()).total())
        .sum();
  }

  private static double coldReads(Situation now, Partition partition) {
    double reading = reading(now.ratesOf(partition.id()));
    NodeId on = partition.node();
    if (on == null || reading == 0) {
      return 0;
    }
    double slow = 0.5 * reading * 600;
    Node node = now.topology().node(on).orElseThrow();
    NodeLoad load = Objects.requireNonNull(now.loads().get(on));
    if (load.heapMax() == null || node.memory() == null) {
      return slow;
    }
    double all =
        now.topology().partitions().stream()
            .filter(other -> on.equals(other.node()))
            .mapToDouble(other -> reading(now.ratesOf(other.id())))
            .sum();
    double cache = load.heapMax().bytes() * node.memory().readCache().value();
    double cached = Math.min(partition.size().bytes(), cache * reading / all);
    ByteSize block = now.topology().table(partition.table()).map(Table::blockSize).orElseThrow();
    return Math.min(slow, 5 * cached / block.bytes());
  }

  private static double reading(RequestRates rates) {
    return rates.reads() + rates.scans();
  }

  /** One move and two compactions at once up to ten nodes, four settings, one restart. */
  private static double seconds(Draft draft) {
    int moves = 0;
    int splits = 0;
    int tables = 0;
    int restarts = 0;
    int removed = 0;
    double compactions = 0;
    double longest = 0;
    for (Step step : draft.steps()) {
      if (step instanceof MovePartition) {
        moves++;
      } else if (step instanceof SetMemorySplit) {
        splits++;
      } else if (step instanceof SetBlockSize) {
        tables++;
      } else if (step instanceof RestartNode) {
        restarts++;
      } else if (step instanceof RemoveNode) {
        removed++;
      } else if (step instanceof CompactPartition compaction) {
        compactions += seconds(compaction);
        longest = Math.max(longest, seconds(compaction));
      }
    }
    return atOnce(1, moves, 3)
        + atOnce(4, splits, 5)
        + atOnce(4, tables, 2)
        + atOnce(1, restarts, 40)
        + atOnce(1, removed, 30)
        + Math.max(compactions / 2, longest);
  }

  private static double atOnce(int most, int steps, double each) {
    return steps == 0 ? 0 : Math.max(each, steps * each / most);
  }

  private static Prediction predict(Situation now, Draft draft) {
    return Figures.PREDICTOR.predict(now, draft, Gain.of(now, draft.plan().target()));
  }

  private static void forAllDrafts(BiConsumer<Situation, Draft> property) {
    PolicyStrategy met = PolicyStrategy.met();
    int[] drafts = new int[1];
    Seeds.forAll(
        SEEDS,
        seed -> {
          SituationBuilder cluster = RandomSituations.scattered(seed, MOST_NODES);
          if (seed % 2 == 0) {
            cluster
                .topology()
                .nodes()
                .forEach(node -> cluster.node(node.id().value(), heap(1000, 500, 200)));
          }
          Situation now = cluster.build();
          PolicyStrategy strategy =
              new PolicyStrategy(
                  new FixedNodes(seed % 3 == 0 ? -1 : 0),
                  met.configuration(),
                  met.placement(),
                  met.setBlockSizes());
          if (strategy.decide(now) instanceof Verdict.Retarget wanted) {
            Draft draft = Figures.PLANNER.draft(now, wanted);
            if (!draft.plan().steps().isEmpty()) {
              drafts[0]++;
              property.accept(now, draft);
            }
          }
        });
    if (Long.getLong("proteus.seed") == null) {
      assertThat(drafts[0]).as("plans").isGreaterThan(SEEDS / 2);
    }
  }
}
