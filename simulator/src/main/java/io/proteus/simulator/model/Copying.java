package io.proteus.simulator.model;

/**
 * How a store in memory copies a partition to another node while it goes on serving it: key by key,
 * by the main threads that answer requests.
 *
 * @param leastSeconds of a partition, from its order to its end, however little it holds
 * @param bytesPerSecond of what it holds, where both main threads have time
 * @param sourceCpuSecondsPerRow that the source's main thread takes for a row, whatever its size
 * @param sourceCpuSecondsPerByte the same on top, by its bytes
 * @param targetCpuSecondsPerRow of the target's
 * @param targetCpuSecondsPerByte of the target's
 * @param leastIdle share of its time that a main thread has for copies however busy it is: where it
 *     is busier, they take as much longer
 */
public record Copying(
    double leastSeconds,
    double bytesPerSecond,
    double sourceCpuSecondsPerRow,
    double sourceCpuSecondsPerByte,
    double targetCpuSecondsPerRow,
    double targetCpuSecondsPerByte,
    double leastIdle) {

  /**
   * Seconds that a copy takes.
   *
   * @param busy share of the busier of both main threads that requests take
   */
  public double seconds(double bytes, double busy) {
    return (leastSeconds + bytes / bytesPerSecond) / Math.max(leastIdle, 1 - busy);
  }

  /** CPU seconds that the source spends on it. */
  public double sourceCpuSeconds(double rows, double bytes) {
    return rows * sourceCpuSecondsPerRow + bytes * sourceCpuSecondsPerByte;
  }

  /** CPU seconds that the target spends on it. */
  public double targetCpuSeconds(double rows, double bytes) {
    return rows * targetCpuSecondsPerRow + bytes * targetCpuSecondsPerByte;
  }
}
