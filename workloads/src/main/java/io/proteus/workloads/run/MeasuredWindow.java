package io.proteus.workloads.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A window that is being measured: what had been counted when it began. */
final class MeasuredWindow {
  private final List<TenantMeter> meters;
  private final List<TenantMeter.Reading> readings;
  private final Instant start = Instant.now();
  private final long startNanos = System.nanoTime();
  private final long startCpuNanos = processCpuNanos();

  private MeasuredWindow(List<TenantMeter> meters) {
    this.meters = meters;
    this.readings = meters.stream().map(TenantMeter::beginWindow).toList();
  }

  static MeasuredWindow begin(List<TenantMeter> meters) {
    return new MeasuredWindow(meters);
  }

  WindowResult result() {
    long nanos = System.nanoTime() - startNanos;
    double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
    var tenants = new ArrayList<TenantWindow>();
    for (int i = 0; i < meters.size(); i++) {
      tenants.add(meters.get(i).endWindow(readings.get(i), seconds));
    }
    double clientCores = (processCpuNanos() - startCpuNanos) / (double) nanos;
    return new WindowResult(start, Duration.ofNanos(nanos), tenants, clientCores);
  }

  private static long processCpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
