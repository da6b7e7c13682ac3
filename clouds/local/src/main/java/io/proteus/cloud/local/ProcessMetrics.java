package io.proteus.cloud.local;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The use of groups of processes as shares of what they may use (MET-1): of their cap where one
 * holds, else of the whole machine.
 *
 * <p>I/O wait is the time that the group's threads waited for block devices, as a share of the time
 * between two readings. Where the kernel does not keep it, the machine's own I/O wait stands for
 * all its processes.
 *
 * <p>Shares need two readings. The first reading of a group has no CPU and no I/O wait, and neither
 * has the first one after a process was started or ended.
 */
public final class ProcessMetrics {

  /** Clock ticks a second in {@code /proc}: USER_HZ, 100 on every Linux that runs Java. */
  private static final double TICKS_PER_SECOND = 100;

  private static final double NANOS_PER_SECOND = 1e9;

  private final LocalProcesses processes;
  private final ProcFs proc;
  private final LongSupplier nanoTime;
  private final Map<String, Reading> last = new HashMap<>();

  ProcessMetrics(LocalProcesses processes, ProcFs proc, LongSupplier nanoTime) {
    this.processes = processes;
    this.proc = proc;
    this.nanoTime = nanoTime;
  }

  /** The load of a group since its last reading; unknown when none of its processes is alive. */
  public synchronized HostLoad read(String group) throws PortException {
    Reading now = take(group);
    if (now == null) {
      last.remove(group);
      return HostLoad.UNKNOWN;
    }
    Reading before = last.put(group, now);
    ResourceCap cap =
        processes
            .capping(group)
            .filter(Capping::holds)
            .map(Capping::wanted)
            .orElse(ResourceCap.NONE);
    Ratio memory = memory(now, cap);
    if (before == null
        || !before.members().equals(now.members())
        || now.nanos() <= before.nanos()) {
      return new HostLoad(null, null, memory);
    }
    return new HostLoad(cpu(before, now, cap), ioWait(before, now), memory);
  }

  private static Ratio cpu(Reading before, Reading now, ResourceCap cap) {
    Double capped = cap.cores();
    double cores = capped == null ? Runtime.getRuntime().availableProcessors() : capped;
    double used = (now.cpuTicks() - before.cpuTicks()) / TICKS_PER_SECOND;
    return Ratio.share(used, cores * seconds(before, now));
  }

  private static @Nullable Ratio ioWait(Reading before, Reading now) {
    Long delayBefore = before.ioTicks();
    Long delayNow = now.ioTicks();
    if (delayBefore != null && delayNow != null) {
      // a thread that ended took its waits with it: share() cuts a decrease to 0
      return Ratio.share((delayNow - delayBefore) / TICKS_PER_SECOND, seconds(before, now));
    }
    long[] machineBefore = before.machineTicks();
    long[] machineNow = now.machineTicks();
    if (machineBefore == null || machineNow == null || machineNow[0] <= machineBefore[0]) {
      return null;
    }
    return Ratio.share(machineNow[1] - machineBefore[1], machineNow[0] - machineBefore[0]);
  }

  private @Nullable Ratio memory(Reading now, ResourceCap cap) {
    ByteSize capped = cap.memory();
    Long available = capped == null ? proc.machineMemoryBytes() : Long.valueOf(capped.bytes());
    return available == null ? null : Ratio.share(now.residentBytes(), available);
  }

  private static double seconds(Reading before, Reading now) {
    return (now.nanos() - before.nanos()) / NANOS_PER_SECOND;
  }

  private @Nullable Reading take(String group) throws PortException {
    List<ProcessIdentity> members =
        processes.all().stream()
            .filter(process -> process.capGroup().equals(group))
            .flatMap(process -> Optional.ofNullable(process.living()).stream())
            .toList();
    long cpu = 0;
    long resident = 0;
    Long io = 0L;
    for (ProcessIdentity member : members) {
      Long ticks = proc.cpuTicks(member);
      Long bytes = proc.residentBytes(member);
      if (ticks == null || bytes == null) {
        return null;
      }
      cpu += ticks;
      resident += bytes;
      Long waited = proc.blockIoDelayTicks(member);
      io = io == null || waited == null ? null : Long.valueOf(io + waited);
    }
    return members.isEmpty()
        ? null
        : new Reading(nanoTime.getAsLong(), members, cpu, io, resident, proc.machineTicks());
  }

  /**
   * @param ioTicks null when the kernel does not keep it
   * @param machineTicks all, and in I/O wait; null when not known
   */
  private record Reading(
      long nanos,
      List<ProcessIdentity> members,
      long cpuTicks,
      @Nullable Long ioTicks,
      long residentBytes,
      long @Nullable [] machineTicks) {}
}
