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
 * Reads that come and go as a sinusoid (MDP-7). Times that a policy waits are a twentieth of the
 * documents'; a period is to be that of their hours.
 *
 * @param length of all
 * @param period of the sinusoid
 * @param cores that a shard may use
 * @param mean op/s that are asked for
 * @param amplitude op/s more and less
 */
record RedisWaveScript(
    Duration length, Duration period, double cores, double mean, double amplitude)
    implements StoreScript {
  private static final int FIRST = 4;
  private static final int MOST = 8;
  private static final int CLIENTS = 32;
  private static final int ROWS = 40_000;
  private static final int ROW_BYTES = 100;
  private static final int PARTITIONS = 64;
  private static final Duration SPAN = Duration.ofSeconds(5);
  private static final Duration SURROUNDING = Duration.ofSeconds(10);

  /** What precedes the reward in the name of a policy. */
  static final String MDP = "mdp:";

  RedisWaveScript {
    if (!(cores >= 0.02)) {
      throw new WrongUsage("--cores: want 0.02 or more, got %s.".formatted(cores));
    }
    if (!(amplitude >= 0 && amplitude < mean)) {
      throw new WrongUsage(
          "--mean, --amplitude: want 0 or more and less than the mean, got %s and %s."
              .formatted(mean, amplitude));
    }
    if (period.toSeconds() < 60 || period.compareTo(length) > 0) {
      throw new WrongUsage(
          "--period, --length: want a period of 1 min or more, and one of them at least, got %d s and %d s."
              .formatted(period.toSeconds(), length.toSeconds()));
    }
  }

  @Override
  public int nodes() {
    return FIRST;
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
    Tenant readers =
        new Tenant(
            "readers",
            OperationMix.only(OperationType.READ),
            List.of(1.0),
            1,
            0,
            CLIENTS,
            Optional.of(new OperationsPerSecond(mean + amplitude)));
    return List.of(Dataset.of(readers, ROWS, new RowFormat(1, ROW_BYTES)));
  }

  /** Op/s that are asked for. */
  double rate(double seconds) {
    return mean + amplitude * Math.sin(2 * Math.PI * seconds / period.toSeconds());
  }

  @Override
  public double asked() {
    double seconds = length.toSeconds();
    double angle = 2 * Math.PI / period.toSeconds();
    return mean * seconds + amplitude / angle * (1 - Math.cos(angle * seconds));
  }

  @Override
  public ElasticityPlay.Schedule schedule() {
    return new ElasticityPlay.Schedule(
        length, List.of(), SPAN, seconds -> rate(seconds) / (mean + amplitude));
  }

  @Override
  public String settings(String policy, Path journal) {
    return decides(policy) + "journal: {file: \"%s\"}%n".formatted(journal);
  }

  private static String decides(String policy) {
    String strategy =
        policy.startsWith(MDP)
            ? "strategy: mdp%nmdp: {reward: %s, decideEvery: 30s, backOff: 15s}%n"
                .formatted(policy.substring(MDP.length()))
            : "strategy: %s%n".formatted(policy);
    return strategy
        + """
        configuration: {policy: keep}
        placement: {even: load}
        nodes: {min: 1, max: %d}
        monitor: {period: 3s, samples: 3}
        guards: {cooldown: 15s}
        scaling: {cooldownShrink: 45s, oppositeWindow: 90s, removalPeriod: 3m}
        execution: {movesInFlight: 4}
        verification: {whenWorse: "off"}
        threshold: {average: 15s}
        auto: {settle: 15s}
        """
            .formatted(MOST);
  }

  /** The same for the simulator, whose machines boot as fast as processes. */
  String scenario(String policy) {
    return """
    name: redis-waves
    description: Reads that come and go as a sinusoid
    lasts: %ds
    nodes: %d
    store: redis
    layout: balanced
    hardware: {cores: %s, heap: 2GB}
    faults:
      - {fault: launches-slow, at: 0s, lasts: %ds, times: 0.01}
    tenants:
      - name: readers
        operations: {read: 1}
        clients: %d
        rate: %s
        rows: %d
        rowSize: 200B
        shares: %d
        load: [{curve: sinusoid, mean: %s, amplitude: %s, period: %ds}]
    proteus:
    """
            .formatted(
                length.toSeconds(),
                FIRST,
                cores,
                length.toSeconds(),
                CLIENTS,
                mean + amplitude,
                ROWS,
                PARTITIONS,
                mean / (mean + amplitude),
                amplitude / (mean + amplitude),
                period.toSeconds())
        + decides(policy).replaceFirst("strategy: .*\\R", "").indent(2);
  }

  /** The strategy of a policy, as the simulator is told it. */
  static String strategy(String policy) {
    return policy.startsWith(MDP) ? "mdp" : policy;
  }
}
