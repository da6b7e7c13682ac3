package io.proteus.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much a machine has for new processes, and how much of that a container may use. */
class AvailableMemoryTest {
  private static final long GB = 1L << 30;

  @TempDir Path folder;
  private Path proc;
  private Path groups;

  @BeforeEach
  void machineWithEightGigabytes() throws IOException {
    proc = folder.resolve("proc");
    groups = folder.resolve("groups");
    write(proc.resolve("meminfo"), "MemTotal: 16777216 kB\nMemAvailable: 8388608 kB\n");
  }

  @Test
  void withoutControlGroupsItIsTheMachines() {
    assertThat(available()).isEqualTo(8 * GB);
  }

  @Test
  void aContainersLimitCounts() throws IOException {
    inside("cgroup2", "rw", "0::/");
    write(groups.resolve("memory.max"), 4 * GB + "\n");
    write(groups.resolve("memory.current"), 3 * GB + "\n");
    write(
        groups.resolve("memory.stat"),
        "anon 5\nfile 9\ninactive_file %d\nactive_file %d\n".formatted(GB, GB));

    assertThat(available()).as("pages of files are given back").isEqualTo(3 * GB);
  }

  @Test
  void aContainersLimitCountsInTheOlderVersionToo() throws IOException {
    inside("cgroup", "rw,memory", "4:memory:/job\n1:cpu:/\n");
    Path own = groups.resolve("job");
    write(own.resolve("memory.limit_in_bytes"), 2 * GB + "\n");
    write(own.resolve("memory.usage_in_bytes"), GB + "\n");
    write(own.resolve("memory.stat"), "inactive_file 1\ntotal_inactive_file 4096\n");

    assertThat(available()).isEqualTo(GB + 4096);
  }

  @Test
  void theLimitOfAGroupAboveCounts() throws IOException {
    inside("cgroup2", "rw", "0::/user/session");
    write(groups.resolve("user/session/memory.max"), "max\n");
    write(groups.resolve("user/session/memory.current"), "4096\n");
    write(groups.resolve("user/memory.max"), 2 * GB + "\n");
    write(groups.resolve("user/memory.current"), 3 * GB + "\n");

    assertThat(available()).as("it is over its limit already").isZero();
  }

  @Test
  void aGroupWithoutALimitLeavesTheMachines() throws IOException {
    inside("cgroup", "rw,memory", "4:memory:/\n");
    write(groups.resolve("memory.limit_in_bytes"), "9223372036854771712\n");
    write(groups.resolve("memory.usage_in_bytes"), GB + "\n");

    assertThat(available()).isEqualTo(8 * GB);
  }

  private Long available() {
    return new ProcFs(proc).availableMemoryBytes();
  }

  private void inside(String type, String options, String own) throws IOException {
    write(
        proc.resolve("self/mountinfo"),
        "33 25 0:29 / %s rw shared:9 - %s %s %s\n".formatted(groups, type, type, options));
    write(proc.resolve("self/cgroup"), own);
    Files.createDirectories(groups);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
