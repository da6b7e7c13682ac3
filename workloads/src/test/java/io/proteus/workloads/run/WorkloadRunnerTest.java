package io.proteus.workloads.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.OperationsPerSecond;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.tenant.Dataset;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.OperationType;
import io.proteus.workloads.tenant.RowFormat;
import io.proteus.workloads.tenant.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

class WorkloadRunnerTest {
  private static final Duration WINDOW = Duration.ofMillis(400);
  private static final RowFormat SMALL = new RowFormat(1, 64);

  @Test
  void everyTenantIsMeasuredByItself() throws Exception {
    try (WorkloadRunner runner = started(new MapStore(), paced(MetTenants.all()))) {
      WindowResult window = runner.measure(WINDOW);

      assertThat(window.tenants())
          .extracting(TenantWindow::tenant)
          .containsExactly("A", "B", "C", "D", "E", "F");
      assertThat(window.tenants())
          .allSatisfy(tenant -> assertThat(tenant.completed()).isPositive());
      assertThat(window.tenant("C").latency()).containsOnlyKeys(OperationType.READ);
      assertThat(window.tenant("F").latency())
          .containsOnlyKeys(OperationType.READ, OperationType.READ_MODIFY_WRITE);
      assertThat(window.failures()).isZero();
    }
  }

  @Test
  void aCappedTenantKeepsToItsCap() throws Exception {
    try (WorkloadRunner runner =
        started(new MapStore(), List.of(capped(MetTenants.c(), 500).withThreads(3)))) {
      runner.warmUp(Duration.ofMillis(100));
      TenantWindow tenant = runner.measure(Duration.ofSeconds(1)).tenant("C");

      // uncapped it would be hundreds of times that; a stalled machine may catch up in the window
      assertThat(tenant.throughput().value()).isBetween(100.0, 1_100.0);
      assertThat(tenant.latencyFromDue()).isPresent();
    }
  }

  @Test
  void latencyFromDueShowsWhatASlowStoreKeptFromBeingSent() throws Exception {
    try (WorkloadRunner runner =
        started(new SlowStore(20), List.of(capped(MetTenants.c(), 200).withThreads(1)))) {
      runner.warmUp(Duration.ofMillis(400));
      TenantWindow tenant = runner.measure(WINDOW).tenant("C");

      assertThat(tenant.latencyAll().orElseThrow().p50Micros()).isLessThan(100_000);
      assertThat(tenant.latencyFromDue().orElseThrow().p50Micros()).isGreaterThan(100_000);
    }
  }

  @Test
  void failuresAreCountedByTypeAndCauseAndAreNoThroughput() throws Exception {
    try (WorkloadRunner runner =
        started(new RefusingStore(), List.of(MetTenants.b().withThreads(2)))) {
      TenantWindow tenant = runner.measure(WINDOW).tenant("B");

      assertThat(tenant.failed()).containsOnlyKeys("UPDATE RetriesExhaustedException");
      assertThat(tenant.failures()).isPositive();
      assertThat(tenant.completed()).isZero();
      assertThat(tenant.latencyAll()).isEmpty();
    }
  }

  @Test
  void aWindowKnowsNothingOfTheOneBefore() throws Exception {
    var store = new SwitchedStore();
    try (WorkloadRunner runner = started(store, List.of(MetTenants.b().withThreads(2)))) {
      store.refuses = true;
      assertThat(runner.measure(WINDOW).failures()).isPositive();
      store.refuses = false;
      runner.warmUp(Duration.ofMillis(250));

      assertThat(runner.measure(WINDOW).failures()).isZero();
    }
  }

  @Test
  void theSeriesShowsEverySecond() throws Exception {
    try (WorkloadRunner runner =
        started(new MapStore(), List.of(capped(MetTenants.c(), 400).withThreads(2)))) {
      runner.warmUp(Duration.ofMillis(2_300));

      assertThat(runner.series()).hasSizeGreaterThanOrEqualTo(2);
      assertThat(runner.live().orElseThrow().operationsPerSecond().get("C")).isPositive();
    }
  }

  @Test
  void aStoreThatBreaksDownEndsTheMeasurementInsteadOfLoweringIt() throws Exception {
    try (WorkloadRunner runner =
        started(new BrokenStore(), List.of(MetTenants.b().withThreads(2)))) {
      assertThatThrownBy(() -> runner.measure(WINDOW)).hasMessageContaining("worker has died");
    }
  }

  @Test
  void aTenantLeavesAndTheOthersGoOn() throws Exception {
    try (WorkloadRunner runner =
        started(new MapStore(), paced(List.of(MetTenants.b(), MetTenants.c())))) {
      assertThat(runner.measure(WINDOW).tenant("B").completed()).isPositive();

      runner.leave("B");
      runner.warmUp(Duration.ofMillis(200));
      WindowResult after = runner.measure(WINDOW);

      assertThat(after.tenant("B").completed()).isZero();
      assertThat(after.tenant("C").completed()).isPositive();
      assertThat(runner.completed()).isGreaterThan(after.tenant("C").completed());
      assertThatThrownBy(() -> runner.leave("Z")).hasMessageContaining("got Z");
    }
  }

  @Test
  void windowsDoNotOverlap() throws Exception {
    try (WorkloadRunner runner = started(new MapStore(), paced(List.of(MetTenants.c())))) {
      runner.openWindow();

      assertThatThrownBy(runner::openWindow).hasMessageContaining("one window at a time");
      assertThat(runner.closeWindow().tenant("C").throughput().value()).isNotNegative();
    }
  }

  private static WorkloadRunner started(DB store, List<Tenant> tenants) {
    List<Dataset> datasets =
        tenants.stream().map(tenant -> Dataset.of(tenant, 2_000, SMALL)).toList();
    var runner =
        new WorkloadRunner(
            datasets, dataset -> store, new AcknowledgedWrites(datasets, 1), 20_260_101);
    runner.start();
    return runner;
  }

  private static List<Tenant> paced(List<Tenant> tenants) {
    return tenants.stream().map(tenant -> capped(tenant, 300).withThreads(2)).toList();
  }

  private static Tenant capped(Tenant tenant, double perSecond) {
    return tenant.withCap(Optional.of(new OperationsPerSecond(perSecond)));
  }

  private static final class SlowStore extends MapStore {
    private final long millis;

    SlowStore(long millis) {
      this.millis = millis;
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> values) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
      return super.read(table, key, fields, values);
    }
  }

  private static class SwitchedStore extends MapStore {
    volatile boolean refuses;

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      return refuses
          ? new Status("RetriesExhaustedException", "refused by the test")
          : super.update(table, key, values);
    }
  }

  private static final class RefusingStore extends SwitchedStore {
    RefusingStore() {
      refuses = true;
    }
  }

  private static final class BrokenStore extends MapStore {
    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      throw new AssertionError("broken by the test");
    }
  }
}
