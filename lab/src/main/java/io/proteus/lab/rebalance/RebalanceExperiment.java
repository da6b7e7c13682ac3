package io.proteus.lab.rebalance;

import io.proteus.app.Environment;
import io.proteus.core.port.PortException;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Columns;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster with a hot shard and an empty one: what clients get when nobody moves slots, when they
 * are rebalanced by count, and after Proteus.
 *
 * @param cores that each shard may use
 * @param clients that ask
 * @param windowSeconds that are measured
 */
record RebalanceExperiment(
    Environment environment,
    Outline outline,
    Path folder,
    double cores,
    int clients,
    int repeats,
    long windowSeconds,
    long seed)
    implements Experiment<Rebalancer, Spreading> {
  private static final double ASKED = 1.3;

  @Override
  public List<Turn<Rebalancer>> turns() {
    return Turn.interleaved(List.of(List.of(Rebalancer.values())), repeats);
  }

  @Override
  public String title(Turn<Rebalancer> turn) {
    return "repeat %d, %s".formatted(turn.repeat(), turn.of().words());
  }

  @Override
  public Bed<Rebalancer, Spreading> open(Rebalancer first, Consumer<String> progress) {
    return turn -> measure(turn, progress);
  }

  /** On a cluster of its own; the same repeat of all three asks for the same slots. */
  private Spreading measure(Turn<Rebalancer> turn, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    progress.accept(title(turn));
    try (RedisStage stage =
        RedisStage.open(environment, folder, cores, clients, seed + turn.repeat(), progress)) {
      double seconds = stage.spread(turn.of(), progress);
      Spreading found = stage.end(stage.measure(windowSeconds), seconds);
      progress.accept(
          "%,.0f op/s, p99 %.0f ms".formatted(found.operationsPerSecond(), found.p99Ms()));
      return found;
    }
  }

  @Override
  public Findings findings(Measurements<Rebalancer, Spreading> soFar) {
    Columns<Rebalancer> columns =
        new Columns<Rebalancer>()
            .text("spread by", Rebalancer::words)
            .figure("op/s", Kind.RATE, by -> soFar.spread(by, Spreading::operationsPerSecond))
            .figure("over rebalance", Kind.RATIO, by -> over(soFar, by))
            .figure("p99 of a batch, ms", Kind.COUNT, by -> soFar.spread(by, Spreading::p99Ms))
            .figure("hottest shard's share", Kind.RATIO, by -> soFar.spread(by, Spreading::hottest))
            .count("keys moved", by -> soFar.spread(by, one -> (double) one.keysMoved()))
            .count("seconds", by -> soFar.spread(by, Spreading::seconds));
    Columns<Measurement<Rebalancer, Spreading>> single =
        new Columns<Measurement<Rebalancer, Spreading>>()
            .text("spread by", one -> one.of().words())
            .count("repeat", Measurement::repeat)
            .figure("op/s", Kind.RATE, one -> one.found().operationsPerSecond())
            .count("p99, ms", one -> one.found().p99Ms())
            .count("keys moved", one -> one.found().keysMoved())
            .count("failed", one -> one.found().failed())
            .count("lost", one -> one.found().lost());
    return new Findings(
        List.of(
            Section.of("A hot shard", "", columns.of(List.of(Rebalancer.values()))),
            Section.of("Each time", "", single.ofDetails(soFar.all()))),
        criteria(soFar));
  }

  private static @Nullable Spread over(Measurements<Rebalancer, Spreading> soFar, Rebalancer by) {
    return soFar.paired(by, Rebalancer.BY_COUNT, Spreading::operationsPerSecond);
  }

  private static List<Criterion> criteria(Measurements<Rebalancer, Spreading> soFar) {
    Spread gain = over(soFar, Rebalancer.PROTEUS);
    Spread moved =
        soFar.paired(Rebalancer.PROTEUS, Rebalancer.BY_COUNT, one -> (double) one.keysMoved());
    return List.of(
        Criterion.of(
            "No acknowledged write is lost.",
            soFar.all().stream().allMatch(one -> one.found().lost() == 0)),
        Criterion.of(
            "Clients get at least 1.3 times as much after Proteus as after --cluster rebalance.",
            gain == null || gain.median() >= ASKED),
        Criterion.of(
            "Proteus moves at most as many keys as --cluster rebalance.",
            moved == null || moved.max() <= 1));
  }
}
