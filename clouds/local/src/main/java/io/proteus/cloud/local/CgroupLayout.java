package io.proteus.cloud.local;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where this machine keeps control groups and which files set a cap there. */
sealed interface CgroupLayout {

  /**
   * The period that caps are shares of. With the kernel's default of 100 ms, a process at 20 % of a
   * core would stop for 80 ms at a time, which no slow machine does. Work that takes several turns
   * between processes, such as opening a region, would then wait for most of a period at each turn.
   */
  long PERIOD_MICROS = 10_000;

  /** The period for caps whose share of the short period is below the kernel's minimum. */
  long LONG_PERIOD_MICROS = 100_000;

  /** The kernel takes no less. */
  long LEAST_QUOTA_MICROS = 1_000;

  /** The directories that make up a group under that cap. */
  List<Path> directories(String name, ResourceCap cap);

  /** The files to write, in order, and their content. */
  Map<Path, String> settings(String name, ResourceCap cap);

  /**
   * One tree for each controller (cgroup v1).
   *
   * @param cpu the directory in the CPU controller's tree under which groups are made
   * @param memory the same for memory, null where there is no such controller
   */
  record V1(Path cpu, @Nullable Path memory) implements CgroupLayout {

    @Override
    public List<Path> directories(String name, ResourceCap cap) {
      Path memoryBase = memory;
      return cap.memory() == null || memoryBase == null
          ? List.of(cpu.resolve(name))
          : List.of(cpu.resolve(name), memoryBase.resolve(name));
    }

    @Override
    public Map<Path, String> settings(String name, ResourceCap cap) {
      Map<Path, String> settings = new LinkedHashMap<>();
      long period = periodMicros(cap);
      settings.put(cpu.resolve(name).resolve("cpu.cfs_period_us"), Long.toString(period));
      settings.put(
          cpu.resolve(name).resolve("cpu.cfs_quota_us"),
          cap.cores() == null ? "-1" : Long.toString(quotaMicros(cap.cores(), period)));
      if (cap.memory() != null && memory != null) {
        settings.put(
            memory.resolve(name).resolve("memory.limit_in_bytes"),
            Long.toString(cap.memory().bytes()));
      }
      return settings;
    }

    @Override
    public String toString() {
      return "cgroup v1 at " + cpu;
    }
  }

  /**
   * One tree for all controllers (cgroup v2).
   *
   * @param base a group whose children have the CPU controller
   */
  record V2(Path base) implements CgroupLayout {

    @Override
    public List<Path> directories(String name, ResourceCap cap) {
      return List.of(base.resolve(name));
    }

    @Override
    public Map<Path, String> settings(String name, ResourceCap cap) {
      Map<Path, String> settings = new LinkedHashMap<>();
      long period = periodMicros(cap);
      settings.put(
          base.resolve(name).resolve("cpu.max"),
          (cap.cores() == null ? "max" : Long.toString(quotaMicros(cap.cores(), period)))
              + " "
              + period);
      if (cap.memory() != null) {
        settings.put(base.resolve(name).resolve("memory.max"), Long.toString(cap.memory().bytes()));
      }
      return settings;
    }

    @Override
    public String toString() {
      return "cgroup v2 at " + base;
    }
  }

  private static long periodMicros(ResourceCap cap) {
    Double cores = cap.cores();
    return cores == null || quotaMicros(cores, PERIOD_MICROS) >= LEAST_QUOTA_MICROS
        ? PERIOD_MICROS
        : LONG_PERIOD_MICROS;
  }

  private static long quotaMicros(double cores, long periodMicros) {
    return Math.round(cores * periodMicros);
  }
}
