package io.proteus.workloads.hbase;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.RowFormat;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is told of a load that fails: why, not only that it did. */
class WhyLoadsFailTest {
  private static final List<Dataset> DATASETS =
      List.of(Dataset.of(MetTenants.all().get(0), 12_000, RowFormat.ONE_FIELD));
  private static final String FULL = "rs2: above the memstore's limit";

  /** What a call of the store's client answers. */
  private interface Answer {
    @Nullable Object to(String method) throws IOException;
  }

  private static <T> T fake(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getName().equals("close") ? null : answer.to(method.getName())));
  }

  private static Connection refusing() {
    return fake(
        Connection.class,
        method -> {
          if (method.equals("getRegionLocator")) {
            return locator();
          }
          throw new IOException(FULL);
        });
  }

  private static RegionLocator locator() {
    HRegionLocation region =
        new HRegionLocation(
            RegionInfoBuilder.newBuilder(TableName.valueOf("users")).build(),
            ServerName.valueOf("rs2", 16020, 1));
    return fake(
        RegionLocator.class,
        method -> method.equals("getAllRegionLocations") ? List.of(region) : null);
  }

  /** Of a store without tables. */
  private static Admin creatingIn(Future<Void> creation) {
    return fake(
        Admin.class, method -> method.equals("createTableAsync") ? creation : Boolean.FALSE);
  }

  private static void create(Future<Void> creation) throws Exception {
    new TenantTables(creatingIn(creation)).recreate(DATASETS, TenantTables.Attributes.DEFAULT);
  }

  @Test
  void putsThatAreRefusedAreToldWithTheReason() {
    assertThatThrownBy(
            () -> new PutLoad("users", 2, 1 << 20, 1, 100).load(refusing(), 1000, done -> {}))
        .isInstanceOf(IOException.class)
        .hasMessage("load of users: " + FULL);
  }

  @Test
  void aPartitionThatCannotBeLoadedIsToldWithTheReason() {
    assertThatThrownBy(
            () ->
                new LoadPhase(refusing(), new AcknowledgedWrites(DATASETS, 1), loaded -> {})
                    .load(DATASETS, 1))
        .isInstanceOf(IOException.class)
        .hasMessage("load phase: a partition could not be loaded: " + FULL);
  }

  @Test
  void rowsThatCannotBeCountedAreToldWithTheReason() {
    assertThatThrownBy(() -> RowCount.of(refusing(), "users"))
        .isInstanceOf(IOException.class)
        .hasMessage("rows of users: cannot be counted: " + FULL);
  }

  @Test
  void aTableThatIsRefusedIsToldWithTheReasonAndNotAsOneThatTookTooLong() {
    assertThatThrownBy(
            () -> create(CompletableFuture.failedFuture(new IOException("the quota is 0"))))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot create table %s: the quota is 0".formatted(DATASETS.get(0).table()));
  }

  @Test
  void aTableThatTakesTooLongIsToldWithTheTime() {
    CompletableFuture<Void> never =
        new CompletableFuture<>() {
          @Override
          public Void get(long timeout, TimeUnit unit) throws TimeoutException {
            throw new TimeoutException();
          }
        };

    assertThatThrownBy(() -> create(never))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot create table %s within 180 s, see the master's page."
                .formatted(DATASETS.get(0).table()));
  }
}
