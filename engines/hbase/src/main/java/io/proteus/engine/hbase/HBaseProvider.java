package io.proteus.engine.hbase;

import io.proteus.core.cluster.TableId;
import io.proteus.core.model.CostModel;
import io.proteus.core.model.DemandModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.port.BulkLoadGuide;
import io.proteus.core.port.ConnectionOption;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.words.Words;
import io.proteus.engine.hbase.bulkload.HBaseLoadGuide;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code engine.type: hbase}. */
public final class HBaseProvider implements EngineProvider<HBaseConnectionSettings> {
  /** How long a RegionServer's servlet answers from its cache, unless it is told otherwise. */
  private static final Duration METRICS_CACHE = Duration.ofSeconds(10);

  @Override
  public String type() {
    return "hbase";
  }

  @Override
  public Class<HBaseConnectionSettings> settings() {
    return HBaseConnectionSettings.class;
  }

  /**
   * The client of HBase 2.5 and 2.6 prints an exception that it then repeats ({@code
   * throwEnrichedException}), when a scan fails whose region has just closed.
   */
  @Override
  public Set<String> printsTraces() {
    return Set.of("org.apache.hadoop.hbase.client.RpcRetryingCallerWithReadReplicas");
  }

  @Override
  public Set<Class<? extends Facet>> facets() {
    return Facets.kinds(HBaseEngine.class);
  }

  @Override
  public Words words() {
    return HBaseWords.WORDS;
  }

  @Override
  public Duration freshness() {
    return METRICS_CACHE;
  }

  @Override
  public Optional<SettingsGuide> guide() {
    return Optional.of(new HBaseGuide());
  }

  @Override
  public Optional<MemoryModel> memory() {
    return Optional.of(HBaseCosts.MEMORY);
  }

  @Override
  public Optional<DemandModel> demands() {
    return Optional.of(HBaseCosts.DEMANDS);
  }

  @Override
  public CostModel costs() {
    return HBaseCosts.COSTS;
  }

  @Override
  public Optional<BulkLoadGuide> bulkLoads(HBaseConnectionSettings settings) {
    return Optional.of(new HBaseLoadGuide(settings.hconfig()));
  }

  @Override
  public List<ConnectionOption> options() {
    return List.of(ZooKeeperOption.OPTION);
  }

  @Override
  public Map<String, String> cures() {
    return Map.of(
        "dead-nodes", "echo clear_deadservers | hbase shell -n",
        "unserved-partitions", "echo \"assign '{subject}'\" | hbase shell -n",
        "balancer-beside", "echo 'balance_switch false' | hbase shell -n");
  }

  @Override
  public String address(HBaseConnectionSettings settings) {
    return settings.quorum() + settings.znodeParent();
  }

  @Override
  public TableId table(String key, String name) {
    return HBaseEngine.tableId(key, name);
  }

  @Override
  public void check(HBaseConnectionSettings settings) {
    HBaseEngine.check(settings.address());
  }

  @Override
  public OpenStore open(HBaseConnectionSettings settings, Set<String> startKeys)
      throws PortException {
    HBaseEngine hbase =
        HBaseEngine.connect(
            settings.address(),
            new Limits(settings.connectTimeout(), settings.scrapeTimeout()),
            startKeys);
    return new OpenStore(
        hbase,
        Facets.of(hbase),
        hbase,
        Optional.of(hbase.hosts()),
        Optional.of(hbase.settings()),
        Optional.of(hbase.tables()),
        hbase.checks());
  }
}
