package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.CommandProcess.Outcome;
import io.proteus.controller.configuration.Configuration;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.workloads.hbase.HBaseBinding;
import io.proteus.workloads.hbase.HBaseClient;
import io.proteus.workloads.hbase.HBaseRows;
import io.proteus.workloads.hbase.LoadPhase;
import io.proteus.workloads.hbase.TenantTables;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.Tenant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Somebody who has nothing but the command line, in a folder with a cluster of its own. */
record UserOnACluster(Path folder) {
  static final Duration UP = Duration.ofMinutes(4);
  static final Duration SHORT = Duration.ofSeconds(90);
  static final Duration LONG = Duration.ofMinutes(4);

  /** Longer than the JMX servlets of the servers keep an answer. */
  static final String INTERVAL = "11s";

  private static final int ROWS = 2_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  Outcome run(Duration within, String... args) throws IOException, InterruptedException {
    return CommandProcess.start(folder, args).ends(within);
  }

  JsonNode json(Duration within, String... args) throws Exception {
    return JSON.readTree(run(within, args).succeeded().out());
  }

  JsonNode observation() throws Exception {
    return json(SHORT, "watch", "--once", "--json", "--interval", INTERVAL);
  }

  private Connection connect() throws Exception {
    var address = Configuration.read(folder.resolve("proteus.yaml")).engine().zookeeper().get(0);
    return HBaseClient.connect(address.host(), address.port());
  }

  /** Every table with all that is set on it, in HBase's own words. */
  Map<String, String> descriptors() throws Exception {
    Map<String, String> descriptors = new TreeMap<>();
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      for (TableDescriptor table : admin.listTableDescriptors()) {
        descriptors.put(table.getTableName().getNameAsString(), table.toString());
      }
    }
    return descriptors;
  }

  /** What is done while the tenants work. */
  interface Doing {
    void run() throws Exception;
  }

  /** Loads the tenants' tables and does something under load: nothing fails, nothing is lost. */
  void underLoad(long seed, Doing doing) throws Exception {
    List<Dataset> datasets = datasets();
    AcknowledgedWrites ledger = new AcknowledgedWrites(datasets, System.currentTimeMillis());
    try (Connection connection = connect()) {
      new TenantTables(connection.getAdmin()).recreate(datasets, TenantTables.Attributes.DEFAULT);
      new LoadPhase(connection, ledger, percent -> {}).load(datasets, seed);
      try (WorkloadRunner load =
          new WorkloadRunner(datasets, d -> HBaseBinding.open(connection, d), ledger, seed)) {
        load.start();
        doing.run();
        assertThat(load.failures()).isZero();
      }
      assertThat(ledger.verify(new HBaseRows(connection)).isComplete()).isTrue();
    }
  }

  /** Light enough that the tests share two cores with the cluster. */
  private static List<Dataset> datasets() {
    return Stream.of(MetTenants.b(), MetTenants.c(), MetTenants.e())
        .map(tenant -> tenant.withThreads(1).withCap(Optional.of(new OperationsPerSecond(50))))
        .map((Tenant tenant) -> Dataset.of(tenant, ROWS, RowFormat.ONE_FIELD))
        .toList();
  }
}
