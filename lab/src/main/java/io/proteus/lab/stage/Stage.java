package io.proteus.lab.stage;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.CloudFacet;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.units.Few;
import io.proteus.deployment.hbase.ClusterSpec;
import io.proteus.deployment.hbase.Joining;
import io.proteus.deployment.hbase.LocalCloud;
import io.proteus.deployment.hbase.LocalDeployment;
import io.proteus.deployment.hbase.RegionServerStatus;
import io.proteus.engine.hbase.HBaseAddress;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.workloads.hbase.HBaseBinding;
import io.proteus.workloads.hbase.HBaseClient;
import io.proteus.workloads.hbase.HBaseRows;
import io.proteus.workloads.hbase.LoadPhase;
import io.proteus.workloads.hbase.TenantTables;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.ledger.Verification;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.RowDistribution;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.jspecify.annotations.Nullable;

/**
 * A real HBase cluster on this machine with the six tenants of MET-16 on it. Closing it ends every
 * process and deletes its data.
 */
public final class Stage implements AutoCloseable {
  private static final String UNPINNED_TUNER = "io.proteus.hbase.plugin.unpinned.tuner.class";
  private static final String HBASE_TUNER =
      "org.apache.hadoop.hbase.regionserver.DefaultHeapMemoryTuner";

  /** HBase's is 30 s, meant for thousands of regions; the master shares the cores with all. */
  private static final String BALANCER_TIME = "hbase.master.balancer.stochastic.maxRunningTime";

  private static final String BALANCER_TIME_MS = "5000";

  /** HBase spreads a round's moves over this, 5 minutes by default, and answers when it is over. */
  private static final String BALANCING_TIME = "hbase.balancer.max.balancing";

  private static final String BALANCING_TIME_MS = "10000";

  /**
   * HBase keeps what was dropped for minutes, files and logs: dozens of loads would fill the disk
   * and the page cache.
   */
  public static final Map<String, String> CLEANING =
      Map.of(
          "hbase.master.cleaner.interval",
          "20000",
          "hbase.master.hfilecleaner.ttl",
          "20000",
          "hbase.master.logcleaner.ttl",
          "20000");

  private static final Duration STARTING = Duration.ofMinutes(2);

  private final StageSpec spec;
  private final LocalDeployment deployment;
  private final Consumer<String> progress;
  private final LocalCloud cloud;
  private final HBaseEngine engine;
  private final Connection connection;
  private final Admin admin;
  private final Queue<Joining> joinings = new ConcurrentLinkedQueue<>();
  private List<Dataset> datasets = List.of();
  private int rows;
  private AcknowledgedWrites ledger = new AcknowledgedWrites(List.of(), 0);

  private Stage(StageSpec spec, LocalDeployment deployment, Consumer<String> progress)
      throws PortException, IOException {
    this.spec = spec;
    this.deployment = deployment;
    this.progress = progress;
    this.cloud = new LocalCloud(deployment, progress, joinings::add);
    this.engine = HBaseEngine.connect(HBaseAddress.of(zooKeeper(deployment)));
    this.connection = HBaseClient.connect("127.0.0.1", deployment.ports().zooKeeper());
    this.admin = connection.getAdmin();
  }

  /**
   * Starts the cluster, uncapped and without tables, where the caps that it is to have hold.
   *
   * @param more settings of every daemon, in HBase's keys
   */
  static Stage open(
      LocalDeployment deployment,
      StageSpec spec,
      Map<String, String> more,
      Consumer<String> progress)
      throws PortException, IOException {
    return open(deployment, spec, more, true, progress);
  }

  /**
   * The same, with or without Proteus's plugin on the servers.
   *
   * @param plugin without it a new memory split takes a restart
   */
  static Stage open(
      LocalDeployment deployment,
      StageSpec spec,
      Map<String, String> more,
      boolean plugin,
      Consumer<String> progress)
      throws PortException, IOException {
    Installation installation = new Installation(spec.home());
    Map<String, String> properties = new TreeMap<>(more);
    properties.put(UNPINNED_TUNER, HBASE_TUNER);
    properties.put(BALANCER_TIME, BALANCER_TIME_MS);
    properties.put(BALANCING_TIME, BALANCING_TIME_MS);
    properties.putAll(spec.properties());
    deployment.up(
        ClusterSpec.on(installation.serverJars())
            .regionServers(spec.regionServers())
            .heap(spec.heap())
            .properties(properties)
            .plugin(plugin ? List.of(installation.pluginJar()) : List.of())
            .build(),
        progress);
    try {
      checkCaps(deployment, spec);
      return new Stage(spec, deployment, progress);
    } catch (PortException | IOException | RuntimeException e) {
      deployment.destroy(progress);
      throw e;
    }
  }

  /** Before anything is loaded and measured that the caps are needed for. */
  private static void checkCaps(LocalDeployment deployment, StageSpec spec) throws PortException {
    if (spec.cores() != null) {
      Caps.require(deployment.setCpuShareOfAll(spec.cores()));
      deployment.setCpuShareOfAll(null);
    }
  }

  private static String zooKeeper(LocalDeployment deployment) throws PortException {
    return "127.0.0.1:" + deployment.ports().zooKeeper();
  }

  /** Where a client finds the cluster. */
  public String zooKeeper() throws PortException {
    return zooKeeper(deployment);
  }

  public StageSpec spec() {
    return spec;
  }

  public HBaseEngine engine() {
    return engine;
  }

  public LocalCloud cloud() {
    return cloud;
  }

  /** The hosts for somebody who looks at moments of his own: loads are since he last looked. */
  public HostMetrics hostsSeenApart() {
    return new LocalCloud(deployment, progress);
  }

  /** The processes behind it. */
  public LocalDeployment deployment() {
    return deployment;
  }

  /** Of HBase's own client. */
  public Admin admin() {
    return admin;
  }

  public List<Dataset> datasets() {
    return datasets;
  }

  /** The cloud whose servers have the stage's CPU cap once they serve. */
  public CloudFacet elasticCloud() {
    return new ElasticCloud(deployment, cloud, spec.cores());
  }

  /** Servers whose process runs, whether it serves yet or not. */
  public int runningServers() throws PortException {
    return (int)
        deployment.servers().stream().filter(server -> server.daemon().isRunning()).count();
  }

  /** A server that something else started has come into the cluster. */
  void joined(Joining joining) {
    joinings.add(joining);
  }

  /** How servers came into the cluster since this was last asked. */
  public List<Joining> takeJoinings() {
    List<Joining> taken = new ArrayList<>();
    for (Joining joining = joinings.poll(); joining != null; joining = joinings.poll()) {
      taken.add(joining);
    }
    return taken;
  }

  public Arranger arranger() {
    return new Arranger(engine, admin);
  }

  Set<Capability> capabilities() {
    return Ports.of(engine, cloud).capabilities();
  }

  /** Creates the tenants' tables anew, empty. */
  public void createTables(int rows) throws IOException, InterruptedException {
    createTables(MetTenants.all(), rows);
  }

  /** The same for these tenants. */
  public void createTables(List<Tenant> tenants, int rows)
      throws IOException, InterruptedException {
    createTables(tenants, rows, TenantTables.Attributes.DEFAULT);
  }

  /** The same with these attributes. */
  public void createTables(List<Tenant> tenants, int rows, TenantTables.Attributes attributes)
      throws IOException, InterruptedException {
    this.rows = rows;
    ask(tenants);
    ledger = new AcknowledgedWrites(datasets, System.currentTimeMillis());
    new TenantTables(admin).recreate(datasets, attributes);
  }

  /** Lets others ask for the rows that there are: of the same tables with as many partitions. */
  public void ask(List<Tenant> tenants) {
    datasets =
        tenants.stream().map(tenant -> Dataset.of(tenant, rows, RowFormat.ONE_FIELD)).toList();
  }

  /** Drops the tenants' tables, whatever they hold. */
  public void dropTables() throws IOException, InterruptedException {
    new TenantTables(admin).drop(datasets);
    datasets = List.of();
  }

  /** Gives the tenants' tables these attributes and no others. */
  public void alterTables(TenantTables.Attributes attributes)
      throws IOException, InterruptedException {
    new TenantTables(admin).alter(datasets, attributes);
  }

  /** Loads the tables. */
  public void load(long seed, IntConsumer loaded) throws IOException, InterruptedException {
    new LoadPhase(connection, ledger, loaded).load(datasets, seed);
  }

  /** The tenants' partitions with their shares. */
  public List<KnownPartition> known() throws IOException {
    List<KnownPartition> known = new ArrayList<>();
    for (Dataset dataset : datasets) {
      Tenant tenant = dataset.tenant();
      List<RegionInfo> inKeyOrder =
          admin.getRegions(TableName.valueOf(dataset.table())).stream()
              .sorted(RegionInfo.COMPARATOR)
              .toList();
      for (int index = 0; index < inKeyOrder.size(); index++) {
        known.add(
            new KnownPartition(
                new PartitionId(inKeyOrder.get(index).getEncodedName()),
                tenant,
                tenant.partitionShares().get(index)));
      }
    }
    return known;
  }

  /** Starts servers that have died, such as for want of heap; whether there were any. */
  public boolean startDeadServers() throws PortException, InterruptedException {
    List<NodeId> dead = engine.topology().deadNodes();
    for (NodeId node : dead) {
      progress.accept("%s has died: starting it again".formatted(node));
      cloud.restart(node, SettingsChange.NOTHING);
    }
    Instant deadline = Instant.now().plus(STARTING);
    while (!engine.topology().deadNodes().isEmpty()
        || engine.topology().nodes().size() < spec.regionServers()) {
      if (Instant.now().isAfter(deadline)) {
        throw new PortException(
            "%s did not come up within %d s".formatted(Few.of(dead), STARTING.toSeconds()));
      }
      TimeUnit.SECONDS.sleep(1);
    }
    return !dead.isEmpty();
  }

  /** Whether a server of the cluster does not serve. */
  public boolean lacksServers() throws PortException {
    return engine.topology().nodes().size() < spec.regionServers();
  }

  /**
   * Restarts every server with these settings, one after the other. Those that are down are started
   * with them too: what they were given last may be why they are.
   *
   * @param settings in HBase's keys
   */
  public void restartServers(Map<String, String> settings) throws PortException {
    for (RegionServerStatus server : deployment.servers()) {
      deployment.restartRegionServer(server.name(), SettingsChange.setting(settings), progress);
    }
  }

  /** The tenants, not sending yet. */
  public WorkloadRunner runner(long seed) {
    return runner(RowDistribution.UNIFORM, seed);
  }

  /** The same with rows that are not asked for evenly. */
  public WorkloadRunner runner(RowDistribution distribution, long seed) {
    return new WorkloadRunner(
        datasets, dataset -> HBaseBinding.open(connection, dataset), ledger, distribution, seed);
  }

  /**
   * Caps every RegionServer, or lifts the caps.
   *
   * @throws PortException also when a cap does not hold
   */
  public void cap(@Nullable Double cores) throws PortException {
    Caps.require(deployment.setCpuShareOfAll(cores));
  }

  /** Lets HBase's own heap tuner work: takes back every split that was set. */
  public void releaseMemorySplits() throws PortException {
    Topology now = engine.topology();
    try (CuratorFramework zooKeeper =
        CuratorFrameworkFactory.newClient(zooKeeper(deployment), new RetryOneTime(1000))) {
      zooKeeper.start();
      for (Node node : now.nodes()) {
        zooKeeper.setData().forPath(target(node.id()), new byte[0]);
      }
    } catch (Exception e) {
      throw new PortException("the memory splits could not be taken back: " + e.getMessage(), e);
    }
  }

  private static String target(NodeId node) {
    return "/hbase/proteus/memory-split/target/" + node.value().replace(':', ',');
  }

  /** Asks every acknowledged write back. Nobody may be writing meanwhile. */
  public Verification verify() throws IOException, InterruptedException {
    return ledger.verify(new HBaseRows(connection));
  }

  @Override
  public void close() throws PortException, IOException {
    try {
      admin.close();
      connection.close();
      engine.close();
    } finally {
      deployment.destroy(progress);
    }
  }
}
