package io.proteus.lab.elasticity;

import io.proteus.app.WrongUsage;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.OperationType;
import io.proteus.workloads.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * MeT's elasticity experiment (MET-18, section 6.4), shortened: what a real cluster and the
 * simulator are both given. All tenants ask for more than the first servers can give; E and F
 * leave, then B, then A, at the same shares of the time as in the paper.
 *
 * <p>The paper's clients saturate at 22,000 op/s; here each tenant has a rate, so that a cluster
 * can be large enough. The times that a strategy waits are shortened as the experiment is; how
 * often it looks is not below 10 s, as HBase renews its metrics no sooner.
 *
 * @param length of the experiment; 63 minutes in the paper
 * @param servers at the start, and the fewest
 * @param most servers that there may be
 * @param cores that a server may use
 * @param heap of a server
 * @param rows of 1 KB that a tenant has; D a tenth
 * @param rate op/s that a tenant asks for at most; D half of it
 * @param clients of a tenant; D half of it
 */
record ElasticityScript(
    Duration length,
    int servers,
    int most,
    double cores,
    ByteSize heap,
    int rows,
    double rate,
    int clients) {
  private static final double PAPER_MINUTES = 63;
  private static final double PROTEUS_AT = 2;
  private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(10);
  private static final int MOST_SAMPLES = 6;
  private static final int FEWEST_SAMPLES = 3;

  /** A row of one field as HBase stores it; an update writes the whole of it. */
  private static final String STORED_ROW = "1.04KB";

  ElasticityScript {
    if (length.compareTo(Duration.ofMinutes(3)) < 0) {
      throw new WrongUsage(
          "--minutes: want 3 or more, as a decision takes several looks, got %s."
              .formatted(length.toMinutes()));
    }
    if (servers < 2 || most < servers) {
      throw new WrongUsage(
          "--region-servers, --most: want 2 <= region servers <= most, got %d and %d. Maybe they are swapped."
              .formatted(servers, most));
    }
    if (!(rate > 0) || clients < 2 || rows < 1000 || !(cores >= 0.05)) {
      throw new WrongUsage(
          "--rate, --clients, --rows, --cpu: want over 0, 2 or more, 1,000 or more and 0.05 or more, got %s, %d, %d and %s."
              .formatted(rate, clients, rows, cores));
    }
  }

  /** Of a window of the clients. */
  private static final Duration SPAN = Duration.ofSeconds(10);

  ElasticityPlay.Schedule schedule() {
    return new ElasticityPlay.Schedule(length, leaves(), SPAN);
  }

  /** A tenant goes home. */
  record Leave(String tenant, Duration at) {}

  /** Who leaves, the earliest first. */
  List<Leave> leaves() {
    return List.of(
        new Leave("E", at(33)),
        new Leave("F", at(33)),
        new Leave("B", at(43)),
        new Leave("A", at(53)));
  }

  /** Operations that all tenants ask for while they are there, answered or not. */
  double asked() {
    double asked = 0;
    for (Tenant tenant : tenants()) {
      double each = tenant.cap().map(OperationsPerSecond::value).orElseThrow();
      asked += each * until(tenant).toMillis() / 1e3;
    }
    return asked;
  }

  private Duration until(Tenant tenant) {
    return leaves().stream()
        .filter(leave -> leave.tenant().equals(tenant.name()))
        .map(Leave::at)
        .findFirst()
        .orElse(length);
  }

  /** When Proteus begins to look. */
  Duration acts() {
    return at(PROTEUS_AT);
  }

  private Duration at(double paperMinute) {
    return Duration.ofSeconds(Math.round(length.toSeconds() * paperMinute / PAPER_MINUTES));
  }

  /** The tenants of the convergence experiment, each with its rate. */
  List<Tenant> tenants() {
    List<Tenant> tenants = new ArrayList<>();
    for (Tenant tenant : MetTenants.all()) {
      boolean log = tenant.name().equals("D");
      tenants.add(
          tenant
              .withThreads(log ? Math.max(1, clients / 2) : clients)
              .withCap(Optional.of(new OperationsPerSecond(log ? rate / 2 : rate))));
    }
    return tenants;
  }

  /** How often Proteus looks. */
  Duration period() {
    Duration scaled = scaled(Duration.ofSeconds(30));
    return scaled.compareTo(SHORTEST_PERIOD) < 0 ? SHORTEST_PERIOD : scaled;
  }

  private int samples() {
    long fitting = length.toSeconds() / (20 * period().toSeconds());
    return (int) Math.min(MOST_SAMPLES, Math.max(FEWEST_SAMPLES, fitting));
  }

  private Duration scaled(Duration paper) {
    return Duration.ofSeconds(
        Math.max(1, Math.round(paper.toSeconds() * length.toSeconds() / (PAPER_MINUTES * 60))));
  }

  /** Proteus's settings, as YAML: the same in both worlds. */
  String settings() {
    return """
    nodes: {min: %d, max: %d}
    guards: {cooldown: 0s}
    monitor: {period: %ds, samples: %d}
    scaling: {cooldownShrink: %ds, oppositeWindow: %ds, removalPeriod: %ds}
    forecast: {boot: 30s, coldCache: %ds}
    """
        .formatted(
            servers,
            most,
            period().toSeconds(),
            samples(),
            scaled(Duration.ofMinutes(15)).toSeconds(),
            scaled(Duration.ofMinutes(30)).toSeconds(),
            scaled(Duration.ofHours(1)).toSeconds(),
            scaled(Duration.ofMinutes(10)).toSeconds());
  }

  /**
   * The same for the simulator. A process needs no virtual machine to boot, so launches take what
   * joining takes.
   */
  String scenario() {
    StringBuilder yaml = new StringBuilder();
    yaml.append(
        """
        name: elasticity
        description: MeT's elasticity experiment, shortened, as on a local cluster
        lasts: %ds
        acts: %ds
        nodes: %d
        layout: balanced
        memory: 40%% / 25%%
        hardware: {cores: %s, heap: %dMB, handlers: 30, pageCacheShare: 1}
        faults:
          - {fault: launches-slow, at: 0s, lasts: %ds, times: 0.01}
        tenants:
        """
            .formatted(
                length.toSeconds(),
                acts().toSeconds(),
                servers,
                cores,
                heap.bytes() >> 20,
                length.toSeconds()));
    tenants().forEach(tenant -> yaml.append(line(tenant)));
    yaml.append("proteus:\n").append(settings().indent(2));
    return yaml.toString();
  }

  private String line(Tenant tenant) {
    List<String> operations = new ArrayList<>();
    tenant.mix().shares().forEach((type, share) -> operations.add(word(type) + ": " + share));
    String active =
        leaves().stream()
            .filter(leave -> leave.tenant().equals(tenant.name()))
            .findFirst()
            .map(leave -> ", active: [{from: 0s, until: %ds}]".formatted(leave.at().toSeconds()))
            .orElse("");
    return "  - {name: %s, operations: {%s}, shares: %s, clients: %d, rate: %s, rows: %d, rowSize: %s, updateSize: %s%s}%n"
        .formatted(
            tenant.name(),
            String.join(", ", operations),
            tenant.partitionShares(),
            tenant.threads(),
            tenant.cap().map(OperationsPerSecond::value).orElseThrow(),
            Math.round(rows * tenant.rowsShare()),
            STORED_ROW,
            STORED_ROW,
            active);
  }

  private static String word(OperationType type) {
    return type == OperationType.READ_MODIFY_WRITE
        ? "readModifyWrite"
        : type.name().toLowerCase(Locale.ROOT);
  }
}
