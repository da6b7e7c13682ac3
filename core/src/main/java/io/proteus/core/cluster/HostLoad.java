package io.proteus.core.cluster;

import io.proteus.core.units.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * How busy a node's host is (MET-1). Null is "not known".
 *
 * @param cpu share of the CPU that the node may use which is in use
 * @param ioWait share of the time in which it waited for the disk
 * @param memory share of the memory in use
 */
public record HostLoad(@Nullable Ratio cpu, @Nullable Ratio ioWait, @Nullable Ratio memory) {
  public static final HostLoad UNKNOWN = new HostLoad(null, null, null);

  /** The same load, completed with the figures of another source where this one has none. */
  public HostLoad completedBy(HostLoad other) {
    return new HostLoad(
        cpu == null ? other.cpu : cpu,
        ioWait == null ? other.ioWait : ioWait,
        memory == null ? other.memory : memory);
  }

  /** CPU and waiting for the disk together, 0..1; null when its CPU is not known. */
  public @Nullable Double busy() {
    if (cpu == null) {
      return null;
    }
    return Math.min(1, cpu.value() + (ioWait == null ? 0 : ioWait.value()));
  }
}
