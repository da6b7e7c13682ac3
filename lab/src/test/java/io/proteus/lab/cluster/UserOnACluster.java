package io.proteus.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.controller.configuration.Configuration;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.engine.hbase.HBaseConnectionSettings;
import io.proteus.lab.cluster.CommandProcess.Outcome;
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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Somebody who has nothing but the command line, in a folder with a cluster of its own.
 *
 * @param environment variables beside our own
 */
record UserOnACluster(Path folder, Map<String, String> environment) {
  static final Duration UP = Duration.ofMinutes(4);
  static final Duration SHORT = Duration.ofSeconds(90);
  static final Duration LONG = Duration.ofMinutes(4);

  /**
   * Longer than a value of a server of a local cluster may be old: 2 s until it is taken in, 2 s in
   * the JMX servlet.
   */
  static final String INTERVAL = "5s";

  /**
   * A server is given regions once it has reported, which it does once a second here; HBase waits a
   * while to send several orders to a server at once, and the plugin looks for a new split once a
   * second. A test gives one order after the other.
   */
  private static final List<String> PROMPTLY =
      List.of(
          "--property=hbase.regionserver.msginterval=200",
          "--property=hbase.assignment.dispatch.wait.msec=5",
          "--property=hbase.procedure.remote.dispatcher.delay.msec=5",
          "--property=hbase.regionserver.heapmemory.tuner.period=200");

  private static final Pattern HANDLER =
      Pattern.compile("RpcServer\\.default\\.FPBQ\\.Fifo\\.handler=(\\d+)");

  private static final int ROWS = 2_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  UserOnACluster(Path folder) {
    this(folder, Map.of());
  }

  /**
   * Brings the cluster up, in which HBase does at once what it is told. Proteus groups by use
   * there, as the tests are to see it move, alter and restart.
   */
  void up(int servers, String... options) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("local", "up", "--heap", "512MB"));
    all.add("--region-servers=" + servers);
    all.addAll(PROMPTLY);
    all.addAll(List.of(options));
    run(UP, all.toArray(String[]::new)).succeeded();
    Path file = folder.resolve("proteus.yaml");
    String written = Files.readString(file);
    String grouped = written.replaceFirst("(?m)^strategy: auto.*$", "strategy: met");
    assertThat(grouped).as("a file that names its strategy").isNotEqualTo(written);
    Files.writeString(file, grouped);
  }

  /** Ends the cluster and deletes it. */
  void down() throws IOException, InterruptedException {
    run(UP, "local", "down", "--delete").succeeded();
  }

  Outcome run(Duration within, String... args) throws IOException, InterruptedException {
    return CommandProcess.start(folder, environment, args).ends(within);
  }

  JsonNode json(Duration within, String... args) throws Exception {
    return JSON.readTree(run(within, args).succeeded().out());
  }

  JsonNode observation() throws Exception {
    return json(SHORT, "watch", "--once", "--json", "--interval", INTERVAL);
  }

  private Connection connect() throws Exception {
    var address =
        Configuration.read(folder.resolve("proteus.yaml"))
            .extensions()
            .engine()
            .settings(HBaseConnectionSettings.class)
            .zookeeper()
            .get(0);
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

  /** How many threads answer requests on each server, as its own page has them now. */
  Map<String, Integer> handlers() throws Exception {
    Map<String, Integer> handlers = new TreeMap<>();
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      for (var server : admin.getClusterMetrics().getLiveServerMetrics().entrySet()) {
        URI page =
            URI.create(
                "http://%s:%d/stacks"
                    .formatted(
                        server.getKey().getHostname(), server.getValue().getInfoServerPort()));
        String stacks =
            HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                .body();
        long threads =
            HANDLER.matcher(stacks).results().map(found -> found.group(1)).distinct().count();
        handlers.put(
            "%s:%d".formatted(server.getKey().getHostname(), server.getKey().getPort()),
            (int) threads);
      }
    }
    return handlers;
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
