package io.proteus.simulator.scenario;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.MachineLost;
import io.proteus.simulator.fault.PartitionSplit;
import io.proteus.simulator.input.Wanted;
import io.proteus.simulator.model.Hardware;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is simulated.
 *
 * @param name of the scenario
 * @param description a sentence or two
 * @param lasts how long
 * @param nodes at the start
 * @param store what kind of store it is
 * @param hardware of every node
 * @param memory how the nodes' heap is divided at the start
 * @param blockSize of the tables at the start
 * @param layout how the partitions lie at the start
 * @param online whether nodes have Proteus's plugin: take a memory split while they run, and read
 *     what moves to them into their caches when asked
 * @param balancer of the store; null: it has none, or one that is off
 * @param ring how a store that places its data itself copies it; null: as the store does
 * @param cloud that machines come from
 * @param tenants who asks
 * @param faults what goes wrong
 * @param acts when Proteus begins to look; it is not there before
 * @param proteus settings of Proteus, as in its configuration file, by section
 */
public record Scenario(
    @Key(
            doc = "of the scenario: letters, digits, `.`, `_` and `-`",
            pattern = "[A-Za-z0-9][A-Za-z0-9._-]*",
            wanted = "letters, digits, '.', '_' and '-'")
        String name,
    @Key(doc = "a sentence or two") @Nullable String description,
    @Key(doc = "virtual time", usual = "30m") Duration lasts,
    @Key(doc = "at the start", usual = "5", most = MOST_NODES) int nodes,
    @Key(
            doc =
                "what is simulated. `hbase`: files, caches, compactions; `redis`: all in memory, one"
                    + " main thread a node, slot ranges copied while they serve; `cassandra` and"
                    + " `riak`: copies on a ring that the store places itself, streamed when nodes"
                    + " come and go",
            usual = "hbase")
        SimulatedStore store,
    @Section("of every node") Hardware hardware,
    @Key(doc = "read cache / write buffer, shares of the heap at the start", usual = "40% / 25%")
        MemorySplit memory,
    @Key(doc = "of all tables at the start", usual = "64KB") ByteSize blockSize,
    @Key(
            doc =
                "how partitions lie at the start. `random`: by chance, the same number each;"
                    + " `balanced`: the same load each; `grouped`: by use, by hand, with MeT's"
                    + " profiles; `aligned`: each table's first partition on the first node, its"
                    + " second on the second; `met`: as strategy met makes it of the load of the"
                    + " beginning",
            usual = "random")
        Layout layout,
    @Key(
            doc =
                "whether nodes have the plugin: take a memory split while they run, and read what"
                    + " moves to them into their caches (`execution.prefetch`)",
            usual = "true")
        boolean online,
    @Section("the store's own balancer; `{}` is one with these defaults")
        @Nullable StoreBalancer balancer,
    @Section("copies on a ring, with `store: cassandra` or `riak`; without it 3")
        @Nullable RingCopies ring,
    @Section("the cloud that machines come from") CloudModel cloud,
    @Key(doc = "who asks") List<Tenant> tenants,
    @Key(doc = "what goes wrong", usual = "[]") List<Fault> faults,
    @Key(doc = "when Proteus begins to look; before `lasts`", usual = "0s", zero = true)
        Duration acts,
    @Key(
            doc =
                "settings as in the configuration file, by section; `cluster`, `engine` and"
                    + " `strategy` are set; with `scaling.policy` there one strategy can be"
                    + " simulated, not several",
            usual = "{}",
            kind = "settings of Proteus")
        Map<String, Object> proteus) {

  /** A scenario of a store without a ring. */
  public Scenario(
      String name,
      @Nullable String description,
      Duration lasts,
      int nodes,
      SimulatedStore store,
      Hardware hardware,
      MemorySplit memory,
      ByteSize blockSize,
      Layout layout,
      boolean online,
      @Nullable StoreBalancer balancer,
      CloudModel cloud,
      List<Tenant> tenants,
      List<Fault> faults,
      Duration acts,
      Map<String, Object> proteus) {
    this(
        name,
        description,
        lasts,
        nodes,
        store,
        hardware,
        memory,
        blockSize,
        layout,
        online,
        balancer,
        null,
        cloud,
        tenants,
        faults,
        acts,
        proteus);
  }

  /** How partitions lie on nodes at the start. */
  public enum Layout {
    /** by chance, each node with about the same number */
    RANDOM,
    /** the same load for each node */
    BALANCED,
    /**
     * by hand as MeT's paper does: read, scan, write and mixed tenants apart, each with its profile
     */
    GROUPED,
    /**
     * each table's first partition on the first node, its second on the second, and so on: as where
     * all tables are cut by the same key
     */
    ALIGNED,
    /** what strategy met makes of it, as if it had seen the load of the beginning */
    MET
  }

  /** Twice as many as decisions are measured with; more would fill the memory in silence. */
  private static final int MOST_NODES = 10_000;

  @Override
  public String description() {
    return description == null ? "" : description;
  }

  /** As of a cluster: it stands for one, and files are called by it. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  public Scenario {
    Wanted.that(
        NAME.matcher(name).matches(), "name", "letters, digits, '.', '_' and '-'", quoted(name));
    tenants = List.copyOf(tenants);
    faults = List.copyOf(faults);
    // in order: what is wrong with them is told in the same order each time
    proteus = Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(proteus)));
    if (nodes < 1 || nodes > MOST_NODES || lasts.isZero() || lasts.isNegative()) {
      throw new InvalidValue(
          "scenario %s: want 1 to %d nodes and lasts over 0, got %d and %s."
              .formatted(name, MOST_NODES, nodes, lasts));
    }
    refuseWhatNeverComes(name, lasts, acts, faults);
    if (store == SimulatedStore.REDIS) {
      refuseWhatRedisHasNot(hardware, balancer, faults);
    }
    if (store.isRing()) {
      refuseWhatRingsHaveNot(store, nodes, ring, balancer, tenants, faults);
    } else {
      Wanted.that(
          ring == null,
          "ring",
          "none with store: %s, as only cassandra and riak are on one".formatted(name(store)),
          "one");
    }
    if (tenants.isEmpty()) {
      throw new InvalidValue("scenario %s: want at least one tenant, got none.".formatted(name));
    }
    Set<String> names = new HashSet<>();
    for (Tenant tenant : tenants) {
      if (!names.add(tenant.name())) {
        throw new InvalidValue(
            "scenario %s: tenant %s is there twice.".formatted(name, tenant.name()));
      }
    }
    for (Tenant tenant : tenants) {
      if (tenant.clientsOf() != null
          && tenants.stream()
              .noneMatch(
                  other -> other.name().equals(tenant.clientsOf()) && other.clientsOf() == null)) {
        throw new InvalidValue(
            "tenants.%s.clientsOf: want a tenant that has clients of its own, got %s."
                .formatted(tenant.name(), tenant.clientsOf()));
      }
    }
  }

  private static String quoted(String name) {
    return "'%s'".formatted(name);
  }

  private static void refuseWhatRedisHasNot(
      Hardware hardware, @Nullable StoreBalancer balancer, List<Fault> faults) {
    Wanted.that(
        hardware.cores() <= 1,
        "hardware.cores",
        "1 or less with store: redis, as one thread answers all requests of a node",
        hardware.cores());
    Wanted.that(
        balancer == null, "balancer", "none with store: redis, which has none of its own", "one");
    for (Fault fault : faults) {
      Wanted.that(
          !(fault instanceof MachineLost) && !(fault instanceof PartitionSplit),
          "faults",
          "neither machine-lost nor partition-split with store: redis, whose slots are not split"
              + " and which is simulated without followers",
          fault.getClass().getSimpleName());
    }
  }

  private static String name(SimulatedStore store) {
    return store.name().toLowerCase(Locale.ROOT);
  }

  private static void refuseWhatRingsHaveNot(
      SimulatedStore store,
      int nodes,
      @Nullable RingCopies ring,
      @Nullable StoreBalancer balancer,
      List<Tenant> tenants,
      List<Fault> faults) {
    String with = "with store: " + name(store);
    int copies = (ring == null ? RingCopies.USUAL : ring).copies();
    Wanted.that(
        nodes >= copies,
        "nodes",
        "%d or more %s, as there are %d copies of everything (ring.copies)"
            .formatted(copies, with, copies),
        nodes);
    Wanted.that(
        balancer == null,
        "balancer",
        "none %s, which places its data itself".formatted(with),
        "one");
    for (Tenant tenant : tenants) {
      boolean even = tenant.shares().stream().distinct().count() == 1;
      Wanted.that(
          even && tenant.hotSpotMoves() == null && !tenant.oneKey(),
          "tenants.%s.shares".formatted(tenant.name()),
          "equal ones, without hotSpotMoves and oneKey, %s, which spreads keys by their hash"
              .formatted(with),
          even ? "hotSpotMoves or oneKey" : "others");
    }
    for (Fault fault : faults) {
      Wanted.that(
          !(fault instanceof PartitionSplit),
          "faults",
          "no partition-split %s, whose ranges nobody splits".formatted(with),
          fault.getClass().getSimpleName());
    }
  }

  /** Copies on the ring of a store that has one, as it comes where nothing is said. */
  public RingCopies copies() {
    return ring == null ? RingCopies.USUAL : ring;
  }

  /** A run in which it did not come would count as one that went well in spite of it. */
  private static void refuseWhatNeverComes(
      String name, Duration lasts, Duration acts, List<Fault> faults) {
    String wanted = "less than lasts, which is %s".formatted(lasts);
    Wanted.that(acts.compareTo(lasts) < 0, "scenario %s: acts".formatted(name), wanted, acts);
    for (int i = 0; i < faults.size(); i++) {
      Duration at = faults.get(i).at();
      Wanted.that(
          at.compareTo(lasts) < 0, "scenario %s: faults[%d].at".formatted(name, i), wanted, at);
    }
  }

  public Scenario withFaults(List<Fault> others) {
    return new Scenario(
        name,
        description,
        lasts,
        nodes,
        store,
        hardware,
        memory,
        blockSize,
        layout,
        online,
        balancer,
        ring,
        cloud,
        tenants,
        others,
        acts,
        proteus);
  }

  public Scenario withName(String other) {
    return new Scenario(
        other,
        description,
        lasts,
        nodes,
        store,
        hardware,
        memory,
        blockSize,
        layout,
        online,
        balancer,
        ring,
        cloud,
        tenants,
        faults,
        acts,
        proteus);
  }

  public Scenario withLayout(Layout other) {
    return new Scenario(
        name,
        description,
        lasts,
        nodes,
        store,
        hardware,
        memory,
        blockSize,
        other,
        online,
        balancer,
        ring,
        cloud,
        tenants,
        faults,
        acts,
        proteus);
  }

  public Scenario withTenants(List<Tenant> others) {
    return new Scenario(
        name,
        description,
        lasts,
        nodes,
        store,
        hardware,
        memory,
        blockSize,
        layout,
        online,
        balancer,
        ring,
        cloud,
        others,
        faults,
        acts,
        proteus);
  }

  public Scenario withNodes(int other) {
    return new Scenario(
        name,
        description,
        lasts,
        other,
        store,
        hardware,
        memory,
        blockSize,
        layout,
        online,
        balancer,
        ring,
        cloud,
        tenants,
        faults,
        acts,
        proteus);
  }

  public Scenario withOnline(boolean other) {
    return new Scenario(
        name,
        description,
        lasts,
        nodes,
        store,
        hardware,
        memory,
        blockSize,
        layout,
        other,
        balancer,
        ring,
        cloud,
        tenants,
        faults,
        acts,
        proteus);
  }

  public Scenario withBalancer(@Nullable StoreBalancer other) {
    return new Scenario(
        name,
        description,
        lasts,
        nodes,
        store,
        hardware,
        memory,
        blockSize,
        layout,
        online,
        other,
        ring,
        cloud,
        tenants,
        faults,
        acts,
        proteus);
  }

  /**
   * With other settings of Proteus, by section, instead of its own of the same name.
   *
   * @param sections as in the configuration file
   */
  public Scenario withSettings(Map<String, Object> sections) {
    Map<String, Object> merged = new LinkedHashMap<>(proteus);
    merged.putAll(sections);
    return new Scenario(
        name,
        description,
        lasts,
        nodes,
        store,
        hardware,
        memory,
        blockSize,
        layout,
        online,
        balancer,
        ring,
        cloud,
        tenants,
        faults,
        acts,
        merged);
  }
}
