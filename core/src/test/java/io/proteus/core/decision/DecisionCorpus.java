package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.heap;
import static io.proteus.core.fixture.SituationBuilder.NOW;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.RandomSituations;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.strategy.configuration.SettingsChoice;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.NodeBounds;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decisions of every strategy in random situations, a line each, so that a rebuilding can show that
 * it decides as before. Sentences are left out, as they may be worded anew.
 */
final class DecisionCorpus {
  /** Neighbouring seeds would begin alike. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final long seed;
  private final Random random;

  private DecisionCorpus(long seed) {
    this.seed = seed;
    this.random = new Random(seed * SPREAD);
  }

  /** All decisions in the situation of a seed, with and without regard to the load. */
  static List<String> lines(long seed) {
    Situation now = new DecisionCorpus(seed).situation();
    List<String> lines = new ArrayList<>();
    strategies(seed)
        .forEach(
            (name, maker) -> {
              lines.add("%d %s %s".formatted(seed, name, line(maker.decide(now))));
              lines.add(
                  "%d %s-asked %s".formatted(seed, name, line(maker.decideRegardlessOfLoad(now))));
            });
    return lines;
  }

  private Situation situation() {
    SituationBuilder cluster = RandomSituations.scattered(seed, 9);
    double busiest = random.nextBoolean() ? 0.3 : random.nextDouble();
    int nodes = cluster.topology().nodes().size();
    for (int node = 1; node <= nodes; node++) {
      cluster.node("rs" + node, cpu(busiest * random.nextDouble()));
      if (random.nextInt(4) > 0) {
        long used = 300 + random.nextInt(1200);
        cluster.node("rs" + node, heap(2000, used, used / 2));
      }
    }
    StrategyMemory memory =
        new StrategyMemory(
            random.nextBoolean(), 1 + random.nextInt(3), random.nextInt(3), resizing(nodes));
    boolean grew = random.nextInt(3) == 0;
    if (grew) {
      memory =
          memory.with(
              ScalingMemory.NONE.with(
                  new Resized(NOW.minus(Duration.ofMinutes(30)), nodes, nodes + 1)));
    }
    if (grew && random.nextBoolean()) {
      // one more than there was to be
      cluster.node("rs" + (nodes + 1), cpu(0.01));
      cluster.node("rs" + (nodes + 2), cpu(0.01));
    }
    if (grew || random.nextInt(3) == 0) {
      cluster.topology().nodes().forEach(n -> machine(cluster, n.id()));
      cluster.machine("rs99", Duration.ofMinutes(5 + random.nextInt(60)));
    }
    Situation now = cluster.remembering(memory).build();
    return now.with(memory.seeing(now.topology()));
  }

  private static void machine(SituationBuilder cluster, NodeId node) {
    cluster.machine(node.value(), Duration.ofDays(9));
  }

  private int resizing(int nodes) {
    return random.nextInt(6) == 0 ? nodes + 1 : 0;
  }

  private static Map<String, DecisionMaker> strategies(long seed) {
    NodeBounds bounds = new NodeBounds(1, 12);
    Map<String, DecisionMaker> makers = new TreeMap<>();
    CorpusStrategies.all(bounds, now -> choice(seed, now))
        .forEach(
            (name, strategy) ->
                makers.put(
                    name,
                    new DecisionMaker(
                        strategy, Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR)));
    return makers;
  }

  /** What a policy of settings might choose; often nothing. */
  private static SettingsChoice choice(long seed, Situation now) {
    Random random = new Random((seed + 1) * SPREAD);
    Map<TableId, TableSettings> tables = new TreeMap<>();
    TreeMap<NodeId, MemorySplit> splits = new TreeMap<>();
    if (random.nextBoolean()) {
      now.topology().tables().stream()
          .limit(1)
          .forEach(
              table -> tables.put(table.id(), TableSettings.of(Map.of("flush", "1"), Map.of())));
    }
    if (random.nextBoolean()) {
      now.topology().nodes().stream()
          .filter(node -> random.nextBoolean())
          .map(Node::id)
          .forEach(node -> splits.put(node, MemorySplit.of(0.1, 0.6)));
    }
    WantedSettings wanted = WantedSettings.of(tables, Map.of());
    return new SettingsChoice(
        wanted,
        splits,
        wanted.saysNothing() && splits.isEmpty()
            ? List.of()
            : List.of(ReasonCode.POLICY_SWITCH.says("used otherwise")),
        List.of(),
        random.nextBoolean() ? List.of(ReasonCode.SETTINGS_LEFT.says("waits")) : List.of(),
        SettingsMemory.of(Map.of("watched", Standing.NEW)),
        SettingsMemory.of(Map.of("decided", Standing.NEW)));
  }

  private static String line(Decision decision) {
    Verdict verdict = decision.verdict();
    return "%s %s | %s | %s | held back %s | remembers %s"
        .formatted(
            verdict.getClass().getSimpleName(),
            verdict.reasons().stream().map(Reason::code).toList(),
            verdict instanceof Verdict.Retarget wanted ? target(wanted) : "-",
            plan(decision.plan()),
            plan(decision.heldBack()),
            memory(verdict.memory()));
  }

  private static String target(Verdict.Retarget wanted) {
    String nodes =
        wanted.target().nodes().stream().map(DecisionCorpus::node).collect(Collectors.joining(" "));
    return "%d nodes %s without %s blocks %s settings %s"
        .formatted(
            wanted.target().nodes().size(),
            digest(nodes),
            wanted.target().removed(),
            new TreeMap<>(wanted.target().blockSizes()),
            wanted.target().settings().saysNothing() ? "none" : "some");
  }

  private static String node(NodeTarget target) {
    return "%s %s %s %s"
        .formatted(
            target.node(),
            target.profile().name(),
            target.profile().memory(),
            target.partitions().stream().map(Object::toString).sorted().toList());
  }

  private static String plan(Optional<Plan> plan) {
    if (plan.isEmpty()) {
      return "no plan";
    }
    Prediction expected = Objects.requireNonNull(plan.get().prediction());
    return String.format(
        Locale.ROOT,
        "%d steps %s, %s, %.4g lost, %.4g op/s",
        plan.get().steps().size(),
        digest(plan.get().steps().stream().map(DecisionCorpus::step).toList().toString()),
        expected.duration(),
        expected.requestsLost(),
        expected.throughput().expected());
  }

  /** What it is called may change; what it does to which node and partition may not. */
  private static String step(Step step) {
    StringBuilder text = new StringBuilder(step.getClass().getSimpleName());
    for (RecordComponent component : step.getClass().getRecordComponents()) {
      try {
        Object value = component.getAccessor().invoke(step);
        if (value instanceof NodeId
            || value instanceof PartitionId
            || value instanceof TableId
            || value instanceof MemorySplit) {
          text.append(' ').append(value);
        }
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    return text.toString();
  }

  private static String memory(StrategyMemory memory) {
    return "%s %d %d %d %s %s"
        .formatted(
            memory.reconfigured(),
            memory.nodesToChange(),
            memory.underloads(),
            memory.resizingTo(),
            memory.scaling().resizes(),
            new TreeMap<>(memory.settings().subjects()));
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
