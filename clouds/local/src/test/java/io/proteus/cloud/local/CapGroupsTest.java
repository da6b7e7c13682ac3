package io.proteus.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On plain folders that stand in for the kernel's, but for the last test. */
class CapGroupsTest {
  @TempDir Path root;
  private Path state;

  @BeforeEach
  void folders() throws IOException {
    state = Files.createDirectories(root.resolve("state")).toRealPath();
    Files.createDirectories(root.resolve("cpu"));
    Files.createDirectories(root.resolve("memory"));
  }

  @Test
  void versionOneWritesPeriodQuotaAndMemoryLimit() throws Exception {
    LocalProcesses processes =
        processes(new CgroupLayout.V1(root.resolve("cpu"), root.resolve("memory")));

    Capping capping = processes.cap("rs1", new ResourceCap(0.22, ByteSize.ofMegabytes(100)));

    assertThat(capping).hasToString("rs1: 22 % of a core, 100 MB");
    assertThat(onlyGroup("cpu").resolve("cpu.cfs_period_us")).hasContent("10000");
    assertThat(onlyGroup("cpu").resolve("cpu.cfs_quota_us")).hasContent("2200");
    assertThat(onlyGroup("memory").resolve("memory.limit_in_bytes")).hasContent("104857600");
  }

  @Test
  void versionTwoWritesQuotaAndPeriodTogether() throws Exception {
    LocalProcesses processes = processes(new CgroupLayout.V2(root.resolve("cpu")));

    processes.cap("rs1", ResourceCap.ofCores(1.5));

    assertThat(onlyGroup("cpu").resolve("cpu.max")).hasContent("15000 10000");
  }

  /** The kernel takes no quota under 1 ms. */
  @Test
  void aVerySmallCapHasALongerPeriod() throws Exception {
    LocalProcesses processes = processes(new CgroupLayout.V2(root.resolve("cpu")));

    processes.cap("rs1", ResourceCap.ofCores(0.05));

    assertThat(onlyGroup("cpu").resolve("cpu.max")).hasContent("5000 100000");
  }

  @Test
  void aProcessIsInItsGroupBeforeItBecomesItself() throws Exception {
    LocalProcesses processes = processes(new CgroupLayout.V2(root.resolve("cpu")));
    processes.cap("rs1", ResourceCap.ofCores(0.5));

    long pid = start(processes, "rs1").living().pid();

    await()
        .untilAsserted(
            () ->
                assertThat(onlyGroup("cpu").resolve("cgroup.procs"))
                    .hasContent(Long.toString(pid)));
    processes.kill("rs1");
  }

  @Test
  void aCapCanBeChangedAndLiftedWhileTheProcessRuns() throws Exception {
    LocalProcesses processes = processes(new CgroupLayout.V1(root.resolve("cpu"), null));
    long pid = start(processes, "rs1").living().pid();

    processes.cap("rs1", ResourceCap.ofCores(0.22));
    assertThat(onlyGroup("cpu").resolve("cgroup.procs")).hasContent(Long.toString(pid));
    processes.cap("rs1", ResourceCap.NONE);

    assertThat(onlyGroup("cpu").resolve("cpu.cfs_quota_us")).hasContent("-1");
    processes.kill("rs1");
  }

  @Test
  void aGroupThatCannotBeMadeLeavesTheProcessUncapped() throws Exception {
    Path file = Files.createFile(root.resolve("not-a-folder"));
    LocalProcesses processes = processes(new CgroupLayout.V2(file));

    Capping capping = processes.cap("rs1", ResourceCap.ofCores(0.22));

    assertThat(capping.holds()).isFalse();
    assertThat(capping.toString())
        .startsWith("rs1: wanted 22 % of a core, runs uncapped: cgroup v2 at " + file);
    assertThat(start(processes, "rs1").isAlive()).isTrue();
    processes.kill("rs1");
  }

  @Test
  void twoDirectoriesDoNotShareAGroup() throws Exception {
    CgroupLayout layout = new CgroupLayout.V2(root.resolve("cpu"));
    processes(layout).cap("rs1", ResourceCap.ofCores(0.2));
    Path other = Files.createDirectories(root.resolve("other"));
    LocalProcesses.in(other, ProcFs.ofThisMachine(), layout).cap("rs1", ResourceCap.ofCores(0.2));

    try (Stream<Path> groups = Files.list(root.resolve("cpu"))) {
      assertThat(groups).hasSize(2);
    }
  }

  @Test
  void aRealGroupSlowsItsProcessDownAndIsRemovedAfterwards() throws Exception {
    LocalProcesses processes = LocalProcesses.in(state);
    Capping capping = processes.cap("busy", ResourceCap.ofCores(0.10));
    Assumptions.assumeTrue(capping.holds(), capping::toString);
    try {
      processes.start(
          new ProcessSpec(
              "busy",
              List.of("sh", "-c", "while :; do :; done"),
              Map.of(),
              root,
              root.resolve("busy.out"),
              "busy"));
      ProcFs proc = ProcFs.ofThisMachine();
      ProcessIdentity busy = processes.find("busy").orElseThrow().living();
      long begin = System.nanoTime();
      Long atBegin = proc.cpuTicks(busy);
      await().atMost(Duration.ofSeconds(30)).until(() -> proc.cpuTicks(busy) >= atBegin + 10);

      // 0.10 s of CPU time take about a second; on a busy machine longer
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(600));
    } finally {
      processes.stop(List.of("busy"), Duration.ofSeconds(5), name -> {});
      processes.removeCaps();
    }
    assertThat(processes.caps()).isEmpty();
  }

  private LocalProcesses processes(CgroupLayout layout) throws PortException {
    return LocalProcesses.in(state, ProcFs.ofThisMachine(), layout);
  }

  private LocalProcess start(LocalProcesses processes, String name) throws PortException {
    return processes.start(
        new ProcessSpec(
            name, List.of("sleep", "300"), Map.of(), root, root.resolve(name + ".out"), name));
  }

  private Path onlyGroup(String controller) throws IOException {
    try (Stream<Path> groups = Files.list(root.resolve(controller))) {
      List<Path> found = groups.toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }
}
