package io.proteus.cloud.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code /proc} (proc(5)). A process that ends while it is read is simply absent; zombies
 * count as ended, because a container's first process may never reap them, once none of their
 * threads lives.
 */
final class ProcFs {

  /** Fields of {@code /proc/PID/stat}, counted as in proc(5). */
  private static final int STATE = 3;

  private static final int USER_TICKS = 14;
  private static final int SYSTEM_TICKS = 15;
  private static final int START_TICKS = 22;
  private static final int BLOCK_IO_DELAY_TICKS = 42;

  private final Path root;

  ProcFs(Path root) {
    this.root = root;
  }

  static ProcFs ofThisMachine() {
    return new ProcFs(Path.of("/proc"));
  }

  String bootId() {
    String id = readOrNull(root.resolve("sys/kernel/random/boot_id"));
    return id == null ? "unknown" : id.strip();
  }

  /** The living process of that number, or null. */
  @Nullable ProcessIdentity identify(long pid) {
    Stat stat = stat(root.resolve(Long.toString(pid)).resolve("stat"));
    return stat == null || (stat.isZombie() && !hasLivingThread(pid))
        ? null
        : new ProcessIdentity(pid, stat.number(START_TICKS), bootId());
  }

  /** The first thread of many may have ended before the last, which still holds all ports. */
  private boolean hasLivingThread(long pid) {
    try (Stream<Path> threads = Files.list(root.resolve(pid + "/task"))) {
      return threads
          .map(thread -> stat(thread.resolve("stat")))
          .anyMatch(thread -> thread != null && !thread.isZombie());
    } catch (IOException gone) {
      return false;
    }
  }

  boolean isAlive(ProcessIdentity process) {
    return process.equals(identify(process.pid()));
  }

  /** Living processes with an environment variable of that name whose value starts so. */
  List<MarkedProcess> withEnvironment(String variable, String valuePrefix) {
    String wanted = variable + "=" + valuePrefix;
    List<MarkedProcess> found = new ArrayList<>();
    for (long pid : pids()) {
      String environment = readOrNull(root.resolve(Long.toString(pid)).resolve("environ"));
      if (environment == null) {
        continue;
      }
      for (String entry : environment.split("\0")) {
        ProcessIdentity identity = entry.startsWith(wanted) ? identify(pid) : null;
        if (identity != null) {
          found.add(new MarkedProcess(entry.substring(variable.length() + 1), identity));
        }
      }
    }
    return found;
  }

  /** CPU time in clock ticks since the process started, or null when it is gone. */
  @Nullable Long cpuTicks(ProcessIdentity process) {
    Stat stat = stat(root.resolve(Long.toString(process.pid())).resolve("stat"));
    return stat == null || stat.number(START_TICKS) != process.startTicks()
        ? null
        : stat.number(USER_TICKS) + stat.number(SYSTEM_TICKS);
  }

  /**
   * Time that the living threads of a process waited for block devices, in clock ticks; null when
   * it is gone or the kernel does not keep it (Linux 5.14 and later: {@code
   * kernel.task_delayacct}).
   */
  @Nullable Long blockIoDelayTicks(ProcessIdentity process) {
    String accounting = readOrNull(root.resolve("sys/kernel/task_delayacct"));
    if (accounting != null && accounting.strip().equals("0")) {
      return null;
    }
    long ticks = 0;
    try (Stream<Path> threads = Files.list(root.resolve(process.pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        Stat stat = stat(thread.resolve("stat"));
        ticks += stat == null ? 0 : stat.number(BLOCK_IO_DELAY_TICKS);
      }
      return ticks;
    } catch (IOException gone) {
      return null;
    }
  }

  /** Memory in use, in bytes, or null when the process is gone. */
  @Nullable Long residentBytes(ProcessIdentity process) {
    return kilobytes(root.resolve(process.pid() + "/status"), "VmRSS:");
  }

  /** Memory of the machine, in bytes, or null when it is not known. */
  @Nullable Long machineMemoryBytes() {
    return kilobytes(root.resolve("meminfo"), "MemTotal:");
  }

  /**
   * Memory that new processes of ours could take without swapping, in bytes, or null when unknown:
   * what the machine has, or less where our control groups have a limit.
   */
  @Nullable Long availableMemoryBytes() {
    Long machine = kilobytes(root.resolve("meminfo"), "MemAvailable:");
    Long ours =
        CgroupMemory.leftBytes(
            CgroupDetection.memoryGroups(lines("self/mountinfo"), lines("self/cgroup")));
    if (machine == null || ours == null) {
      return machine == null ? ours : machine;
    }
    return Math.min(machine, ours);
  }

  private List<String> lines(String file) {
    String text = readOrNull(root.resolve(file));
    return text == null ? List.of() : text.lines().toList();
  }

  /** The machine's {total, I/O wait} ticks of all its CPUs since boot, or null when not known. */
  long @Nullable [] machineTicks() {
    String text = readOrNull(root.resolve("stat"));
    if (text == null || !text.startsWith("cpu ")) {
      return null;
    }
    String[] fields = text.lines().findFirst().orElseThrow().split("\\s+");
    long total = 0;
    // user nice system idle iowait irq softirq steal; guest time is within user
    for (int i = 1; i < Math.min(fields.length, 9); i++) {
      total += Long.parseLong(fields[i]);
    }
    return fields.length > 5 ? new long[] {total, Long.parseLong(fields[5])} : null;
  }

  private List<Long> pids() {
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !name.isEmpty() && name.chars().allMatch(Character::isDigit))
          .map(Long::valueOf)
          .toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  private static @Nullable Long kilobytes(Path file, String label) {
    String text = readOrNull(file);
    if (text == null) {
      return null;
    }
    return text.lines()
        .filter(line -> line.startsWith(label))
        .map(line -> line.split("\\s+"))
        .map(words -> Long.parseLong(words[1]) << 10)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Stat stat(Path file) {
    String text = readOrNull(file);
    return text == null || text.isBlank() ? null : new Stat(text);
  }

  private static @Nullable String readOrNull(Path file) {
    try {
      // ISO-8859-1: an environment need not be valid UTF-8, and any byte is a character there
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException absentOrNotOurs) {
      return null;
    }
  }

  /** A process whose environment carries a marker. */
  record MarkedProcess(String marker, ProcessIdentity identity) {}

  /** One line of {@code /proc/PID/stat}; the command may contain spaces and parentheses. */
  private record Stat(String line) {
    private String field(int number) {
      return line.substring(line.lastIndexOf(')') + 2).split(" ")[number - STATE];
    }

    long number(int field) {
      return Long.parseLong(field(field).strip());
    }

    boolean isZombie() {
      return field(STATE).equals("Z") || field(STATE).equals("X");
    }
  }
}
