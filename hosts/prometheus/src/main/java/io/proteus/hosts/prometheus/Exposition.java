package io.proteus.hosts.prometheus;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a node_exporter at one moment.
 *
 * @param cpuSeconds of all cores in all modes
 * @param idleSeconds of all cores
 * @param waitingSeconds of all cores, for disks
 * @param available bytes of memory; null where it does not tell
 * @param total bytes of memory; null where it does not tell
 */
record Exposition(
    double cpuSeconds,
    double idleSeconds,
    double waitingSeconds,
    @Nullable Double available,
    @Nullable Double total) {
  private static final Pattern CPU =
      Pattern.compile(
          "^node_cpu_seconds_total\\{[^}]*mode=\"(\\w+)\"[^}]*}\\s+(\\S+)", Pattern.MULTILINE);
  private static final Pattern MEMORY =
      Pattern.compile("^node_memory_Mem(Available|Total)_bytes\\s+(\\S+)", Pattern.MULTILINE);

  /** Reads Prometheus's text format; seconds are zero where there are none. */
  static Exposition of(String text) {
    double all = 0;
    double idle = 0;
    double waiting = 0;
    for (Matcher cpu = CPU.matcher(text); cpu.find(); ) {
      // what guests use is a part of user and nice as well
      double seconds = number(cpu.group(2));
      all += seconds;
      idle += cpu.group(1).equals("idle") ? seconds : 0;
      waiting += cpu.group(1).equals("iowait") ? seconds : 0;
    }
    Double available = null;
    Double total = null;
    for (Matcher memory = MEMORY.matcher(text); memory.find(); ) {
      double bytes = number(memory.group(2));
      if (memory.group(1).equals("Total")) {
        total = bytes;
      } else {
        available = bytes;
      }
    }
    return new Exposition(all, idle, waiting, available, total);
  }

  private static double number(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) && value >= 0 ? value : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
