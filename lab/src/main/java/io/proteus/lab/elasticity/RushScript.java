package io.proteus.lab.elasticity;

import io.proteus.app.WrongUsage;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.lab.result.Fact;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.OperationMix;
import io.proteus.workloads.tenant.OperationType;
import io.proteus.workloads.tenant.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A load for five nodes where there are three, most of which leaves again (TIR-8). Times that a
 * policy waits are shortened as the experiment is.
 *
 * @param store that it is played on
 * @param length of it, from the first look of Proteus
 * @param leaves when the rush is over
 * @param cores that a node may use
 * @param rate op/s that are asked for at first, at most
 * @param staying share of them that stays
 */
record RushScript(
    RushedStore store, Duration length, Duration leaves, double cores, double rate, double staying)
    implements StoreScript {
  static final int FEWEST = 3;
  static final int MOST = 5;

  private static final Duration SURROUNDING = Duration.ofSeconds(10);

  private static final Duration SPAN = Duration.ofSeconds(2);

  RushScript {
    if (!(rate > 0) || !(cores >= 0.02) || !(staying > 0 && staying < 1)) {
      throw new WrongUsage(
          "--rate, --cores, --staying: want over 0, 0.02 or more and between 0 and 1, got %s, %s and %s."
              .formatted(rate, cores, staying));
    }
    if (leaves.isNegative() || leaves.compareTo(length) >= 0) {
      throw new WrongUsage(
          "--rush, --seconds: want rush < seconds, got %d and %d. Maybe they are swapped."
              .formatted(leaves.toSeconds(), length.toSeconds()));
    }
  }

  @Override
  public int nodes() {
    return FEWEST;
  }

  @Override
  public int most() {
    return MOST;
  }

  @Override
  public Duration uncapped() {
    return store.uncapped();
  }

  @Override
  public Duration newcomersUncapped() {
    return store.newcomersUncapped();
  }

  @Override
  public Duration settles() {
    return store.settles();
  }

  @Override
  public Duration surrounding() {
    return SURROUNDING;
  }

  @Override
  public List<Dataset> datasets() {
    return List.of(
        Dataset.of(tenant("shop", rate * staying), store.rows(), store.row()),
        Dataset.of(tenant("rush", rate * (1 - staying)), store.rows(), store.row()));
  }

  private Tenant tenant(String name, double cap) {
    return new Tenant(
        name,
        OperationMix.of(OperationType.READ, 0.9, OperationType.UPDATE, 0.1),
        List.of(1.0),
        1,
        0,
        store.clients(),
        Optional.of(new OperationsPerSecond(cap)));
  }

  /** What a report says of it, among what else it says. */
  List<Fact> facts(Fact first, Fact... more) {
    return Stream.concat(
            Stream.of(
                first,
                Fact.of("cores of a node", cores),
                Fact.of("op/s asked for at first", rate),
                Fact.of("share that stays", staying),
                Fact.of("length, s", length.toSeconds()),
                Fact.of("the rush is over after, s", leaves.toSeconds())),
            Stream.of(more))
        .toList();
  }

  @Override
  public double asked() {
    return rate * (staying * length.toSeconds() + (1 - staying) * leaves.toSeconds());
  }

  @Override
  public ElasticityPlay.Schedule schedule() {
    return new ElasticityPlay.Schedule(
        length, List.of(new ElasticityScript.Leave("rush", leaves)), SPAN);
  }

  @Override
  public String settings(String policy, Path journal) {
    return """
    strategy: %s
    configuration: {policy: keep}
    nodes: {min: %d, max: %d}
    guards: {cooldown: %4$ds}
    scaling: {cooldownShrink: %4$ds, oppositeWindow: 0s, removable: 1, removalPeriod: 10s}
    verification: {whenWorse: "off"}
    auto: {unseen: 1, settle: %4$ds}
    journal: {file: "%5$s"}
    """
            .formatted(policy, FEWEST, MOST, store.pause().toSeconds(), journal)
        + store.settings();
  }
}
