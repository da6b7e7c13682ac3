package io.proteus.lab.elasticity;

import io.proteus.app.WrongUsage;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.OperationMix;
import io.proteus.workloads.tenant.OperationType;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A load for five shards where there are three, most of which leaves again (TIR-8). Times that a
 * policy waits are shortened as the experiment is.
 *
 * @param length of it, from the first look of Proteus
 * @param leaves when the rush is over
 * @param cores that a shard may use
 * @param rate op/s that are asked for at first, at most
 * @param staying share of them that stays
 */
record RedisResizeScript(
    Duration length, Duration leaves, double cores, double rate, double staying)
    implements RedisScript {
  static final int FEWEST = 3;
  static final int MOST = 5;

  private static final Duration SURROUNDING = Duration.ofSeconds(10);

  private static final Duration SPAN = Duration.ofSeconds(2);
  private static final int CLIENTS = 16;
  private static final int ROWS = 20_000;
  private static final RowFormat ROW = new RowFormat(1, 100);

  RedisResizeScript {
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
  public int shards() {
    return FEWEST;
  }

  @Override
  public int most() {
    return MOST;
  }

  @Override
  public Duration surrounding() {
    return SURROUNDING;
  }

  @Override
  public List<Dataset> datasets() {
    return List.of(
        Dataset.of(tenant("shop", rate * staying), ROWS, ROW),
        Dataset.of(tenant("rush", rate * (1 - staying)), ROWS, ROW));
  }

  private static Tenant tenant(String name, double cap) {
    return new Tenant(
        name,
        OperationMix.of(OperationType.READ, 0.9, OperationType.UPDATE, 0.1),
        List.of(1.0),
        1,
        0,
        CLIENTS,
        Optional.of(new OperationsPerSecond(cap)));
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
    placement: {even: load}
    nodes: {min: %d, max: %d}
    monitor: {period: 3s, samples: 3}
    guards: {cooldown: 12s}
    scaling: {cooldownShrink: 12s, oppositeWindow: 0s, removable: 1, removalPeriod: 10s}
    execution: {movesInFlight: 4}
    verification: {whenWorse: "off"}
    threshold: {growAbove: 0.5, shrinkBelow: 0.3, average: "off"}
    auto: {unseen: 1, settle: 12s}
    journal: {file: "%s"}
    """
        .formatted(policy, FEWEST, MOST, journal);
  }
}
