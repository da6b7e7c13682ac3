package io.proteus.cloud.ssh;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.units.Ratio;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code /proc/stat} and {@code /proc/meminfo} of a host say (proc(5)).
 *
 * @param ticks of all modes since the host started
 * @param idle of them
 * @param waiting of them, for disks
 */
record HostReading(long ticks, long idle, long waiting, @Nullable Ratio memory) {
  /** The counters of guests are a part of those of user and nice. */
  private static final int MODES = 8;

  private static final int IDLE = 3;
  private static final int WAITING = 4;
  private static final Pattern CPU = Pattern.compile("^cpu\\s+([\\d ]+)", Pattern.MULTILINE);
  private static final Pattern MEMORY =
      Pattern.compile(
          "^MemTotal:\\s+(\\d+) kB(?s:.*?)^MemAvailable:\\s+(\\d+) kB", Pattern.MULTILINE);

  static HostReading of(String text) {
    Matcher cpu = CPU.matcher(text);
    long all = 0;
    long idle = 0;
    long waiting = 0;
    if (cpu.find()) {
      String[] modes = cpu.group(1).strip().split("\\s+");
      for (int mode = 0; mode < Math.min(MODES, modes.length); mode++) {
        long ticks = Long.parseLong(modes[mode]);
        all += ticks;
        idle += mode == IDLE ? ticks : 0;
        waiting += mode == WAITING ? ticks : 0;
      }
    }
    Matcher memory = MEMORY.matcher(text);
    Ratio used = null;
    if (memory.find() && Long.parseLong(memory.group(1)) > 0) {
      used = share(1 - Double.parseDouble(memory.group(2)) / Long.parseLong(memory.group(1)));
    }
    return new HostReading(all, idle, waiting, used);
  }

  /** The load since an earlier reading; only the memory where there is none. */
  HostLoad since(@Nullable HostReading before) {
    long passed = before == null ? 0 : ticks - before.ticks;
    if (before == null || passed <= 0) {
      return new HostLoad(null, null, memory);
    }
    double resting = idle - before.idle;
    double stuck = waiting - before.waiting;
    return new HostLoad(share((passed - resting - stuck) / passed), share(stuck / passed), memory);
  }

  private static Ratio share(double share) {
    return Ratio.of(Math.max(0, Math.min(1, share)));
  }
}
