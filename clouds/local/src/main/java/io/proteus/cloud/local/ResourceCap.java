package io.proteus.cloud.local;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a group of processes together.
 *
 * @param cores of CPU time, 0.22 is 22 % of one core; null is no limit
 * @param memory null is no limit; a process above it is killed by the kernel
 */
public record ResourceCap(@Nullable Double cores, @Nullable ByteSize memory) {
  public static final ResourceCap NONE = new ResourceCap(null, null);

  /** The kernel's smallest quota is 1 ms in a period of 100 ms. */
  private static final double LEAST_CORES = 0.01;

  public ResourceCap {
    check(cores);
  }

  /**
   * Refuses a cap that could not be set later.
   *
   * @param cores null is no limit
   * @throws InvalidValue when no group could be limited to so little
   */
  public static void check(@Nullable Double cores) {
    if (cores != null && !(cores >= LEAST_CORES)) {
      throw new InvalidValue(
          "CPU cap: want at least %s cores, got %s.".formatted(LEAST_CORES, cores));
    }
  }

  public static ResourceCap ofCores(double cores) {
    return new ResourceCap(cores, null);
  }

  public boolean isNone() {
    return cores == null && memory == null;
  }

  @Override
  public String toString() {
    String cpu = cores == null ? "" : String.format(Locale.ROOT, "%.0f %% of a core", cores * 100);
    String bytes = memory == null ? "" : memory.toString();
    return isNone() ? "no cap" : cpu + (cpu.isEmpty() || bytes.isEmpty() ? "" : ", ") + bytes;
  }
}
