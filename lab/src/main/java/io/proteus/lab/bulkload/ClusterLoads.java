package io.proteus.lab.bulkload;

import io.proteus.controller.execution.Time;
import io.proteus.core.bulkload.KeySample;
import io.proteus.core.bulkload.LoadPlan;
import io.proteus.core.bulkload.LoadPlanner;
import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadRules;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.bulkload.SamplePartitioner;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.port.TableStore;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.bulkload.LoadBed.Setup;
import io.proteus.lab.stage.HeapDivision;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageSpec;
import io.proteus.workloads.hbase.PutLoad;
import io.proteus.workloads.hbase.RowCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Loads into a real cluster on this machine. */
final class ClusterLoads implements LoadBed {
  private static final TableId TABLE = new TableId("bulk_load");
  private static final int SAMPLED_KEYS = 20_000;
  private static final double MOST_IMBALANCE = 1.5;

  /** Servers that block their writers are waited for: the pause is what is measured. */
  private static final int CALL_MILLIS = 180_000;

  private static final int OPERATION_MILLIS = 900_000;

  private final StageHold hold;
  private final Stage stage;
  private final Connection connection;
  private final PutLoad load;
  private final Time time;

  /** Brings up a cluster that cleans up after itself. */
  static ClusterLoads open(StageSpec spec, LoadSize size, Time time, Consumer<String> progress)
      throws PortException, IOException {
    StageHold hold = StageHold.open(spec, Stage.CLEANING, progress);
    try {
      return new ClusterLoads(hold, connect(hold.stage().zooKeeper()), size, time);
    } catch (PortException | IOException | RuntimeException e) {
      hold.close();
      throw e;
    }
  }

  /**
   * @param connection patient enough for servers that block their writers
   */
  ClusterLoads(StageHold hold, Connection connection, LoadSize size, Time time) {
    this.hold = hold;
    this.stage = hold.stage();
    this.connection = connection;
    this.load =
        new PutLoad(
            TABLE.value(), size.threads(), size.buffer().bytes(), size.fields(), size.fieldBytes());
    this.time = time;
  }

  /**
   * How the client loads.
   *
   * @param buffer that a thread collects
   */
  record LoadSize(int threads, ByteSize buffer, int fields, int fieldBytes) {}

  @Override
  public boolean startDeadServers() throws PortException, InterruptedException {
    return stage.startDeadServers();
  }

  @Override
  public List<NodeId> deadServers() throws PortException {
    return stage.engine().topology().deadNodes();
  }

  @Override
  public void cap() throws PortException {
    stage.cap(stage.spec().cores());
  }

  @Override
  public void liftCaps() throws PortException {
    stage.cap(null);
  }

  @Override
  public boolean isEnding() {
    return hold.interruption().hasBegun();
  }

  @Override
  public LoadTrial load(LoadConfiguration configuration, long rows, int repeat)
      throws PortException, IOException, InterruptedException {
    PutLoad.Loaded loaded = load.load(connection, rows, done -> {});
    Map<String, Integer> regions = new TreeMap<>();
    for (Partition partition : stage.engine().topology().partitions()) {
      NodeId node = partition.node();
      if (partition.table().equals(TABLE) && node != null) {
        regions.merge(node.value(), 1, Integer::sum);
      }
    }
    long found = RowCount.of(connection, TABLE.value());
    drop();
    return new LoadTrial(
        configuration.id(),
        repeat,
        rows,
        loaded.seconds(),
        loaded.longestPauseSeconds(),
        regions,
        found);
  }

  @Override
  public Setup setUp(LoadConfiguration configuration, long rows)
      throws PortException, IOException, InterruptedException {
    drop();
    new HeapDivision(stage.engine(), stage.engine(), time).divide(configuration.memory());
    TableStore tables = stage.engine().tables();
    List<RowKey> splits = List.of();
    Map<String, String> attributes = new TreeMap<>();
    if (configuration.rules().isPresent()) {
      LoadPlan plan = plan(configuration.rules().get(), configuration.memory(), rows);
      splits = plan.splits().keys();
      attributes.putAll(plan.attributes());
      attributes.putAll(configuration.alsoSet());
    }
    tables.create(TABLE, List.of(PutLoad.FAMILY), splits, attributes);
    return new Setup(
        configuration.id(), rows, configuration.description(), splits.size() + 1, attributes);
  }

  private LoadPlan plan(LoadRules rules, MemorySplit memory, long rows) throws PortException {
    Map<NodeId, ByteSize> heaps = stage.engine().tables().heaps();
    ByteSize least = heaps.values().stream().min(Comparator.naturalOrder()).orElse(ByteSize.ZERO);
    ByteSize all = heaps.values().stream().reduce(ByteSize.ZERO, ByteSize::plus);
    LoadTarget target = new LoadTarget(heaps.size(), least, all, memory, true, false);
    int recordBytes = load.fields() * load.fieldBytes();
    return new LoadPlanner(rules, sample(rows), null, null, MOST_IMBALANCE)
        .plan(new LoadRequest(TABLE, rows, ByteSize.ofBytes(recordBytes)), target, LoadRoute.PUTS);
  }

  /** Of the keys that are about to be loaded. */
  static SamplePartitioner sample(long rows) {
    SplittableRandom random = new SplittableRandom(rows);
    List<RowKey> keys = new ArrayList<>();
    for (int i = 0; i < SAMPLED_KEYS; i++) {
      keys.add(RowKey.of(PutLoad.key(random.nextLong(rows)).getBytes(StandardCharsets.US_ASCII)));
    }
    return new SamplePartitioner("the sample", KeySample.of(keys));
  }

  private static Connection connect(String zooKeeper) throws IOException {
    int colon = zooKeeper.lastIndexOf(':');
    Configuration client = HBaseConfiguration.create();
    client.set("hbase.zookeeper.quorum", zooKeeper.substring(0, colon));
    client.set("hbase.zookeeper.property.clientPort", zooKeeper.substring(colon + 1));
    client.setInt("hbase.rpc.timeout", CALL_MILLIS);
    client.setInt("hbase.rpc.write.timeout", CALL_MILLIS);
    client.setInt("hbase.client.operation.timeout", OPERATION_MILLIS);
    client.setInt("hbase.client.scanner.timeout.period", CALL_MILLIS);
    client.setInt("hbase.client.retries.number", 50);
    return ConnectionFactory.createConnection(client);
  }

  @Override
  public void close() throws PortException, IOException {
    try (hold) {
      connection.close();
    }
  }

  private void drop() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableName name = TableName.valueOf(TABLE.value());
      if (admin.tableExists(name)) {
        if (admin.isTableEnabled(name)) {
          admin.disableTable(name);
        }
        admin.deleteTable(name);
      }
    }
  }
}
