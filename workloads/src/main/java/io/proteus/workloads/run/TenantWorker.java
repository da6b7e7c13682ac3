package io.proteus.workloads.run;

import io.proteus.workloads.tenant.OperationType;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import site.ycsb.Status;

/** One closed loop: sends an operation, waits for its answer, counts it, sends the next one. */
final class TenantWorker {
  /** After a failure, so that a store that refuses at once is not asked in a busy loop. */
  private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final TenantMeter meter;
  private final TenantOperations operations;
  private final Throttle throttle;
  private final SplittableRandom random;

  TenantWorker(
      TenantMeter meter, TenantOperations operations, Throttle throttle, SplittableRandom random) {
    this.meter = meter;
    this.operations = operations;
    this.throttle = throttle;
    this.random = random;
  }

  void runUntil(BooleanSupplier stopped) {
    while (!stopped.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      long due = throttle.due(System.nanoTime());
      Throttle.sleepUntil(due);
      OperationType type = meter.tenant().mix().draw(random);
      long start = System.nanoTime();
      Status status = perform(type);
      if (status.isOk()) {
        meter.completed(type, due, start, System.nanoTime());
      } else {
        meter.failed(type, status.getName());
        Throttle.sleepUntil(System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS);
      }
    }
  }

  private Status perform(OperationType type) {
    try {
      return operations.perform(type);
    } catch (RuntimeException e) {
      return new Status(e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
    }
  }
}
