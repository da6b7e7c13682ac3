package io.proteus.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a folder that stands in for {@code /proc}. */
class ProcessMetricsTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path root;
  private final AtomicLong clock = new AtomicLong();
  private Path proc;
  private LocalProcesses processes;
  private ProcessMetrics metrics;

  @BeforeEach
  void twoProcessesInOneGroup() throws Exception {
    proc = Files.createDirectories(root.resolve("proc"));
    write("sys/kernel/random/boot_id", "boot\n");
    write("sys/kernel/task_delayacct", "0\n");
    write("meminfo", "MemTotal: 1000 kB\n");
    write("stat", "cpu 100 0 0 800 100 0 0 0 0 0\ncpu0 0\n");
    process(7, 100, 0, 40);
    process(8, 200, 0, 10);
    Path cpu = Files.createDirectories(root.resolve("cpu"));
    ProcFs fake = new ProcFs(proc);
    processes = LocalProcesses.in(root.resolve("state"), fake, new CgroupLayout.V2(cpu));
    ProcessRegistry registry =
        new ProcessRegistry(root.toRealPath().resolve("state"), new ObjectMapper(), fake);
    registry.started(spec("rs1"), new ProcessIdentity(7, 1, "boot"));
    registry.started(spec("dn1"), new ProcessIdentity(8, 1, "boot"));
    processes.cap("rs1", ResourceCap.ofCores(0.5));
    metrics = new ProcessMetrics(processes, fake, clock::get);
  }

  @Test
  void cpuIsAShareOfTheCapThatTheGroupHasTogether() throws Exception {
    metrics.read("rs1");
    clock.addAndGet(10 * SECOND);
    process(7, 250, 0, 40);
    process(8, 300, 0, 10);

    // 1.5 s + 1 s of the 10 s x 0.5 cores
    assertThat(metrics.read("rs1").cpu()).isEqualTo(Ratio.of(0.5));
  }

  @Test
  void memoryIsAShareOfTheCapOrElseOfTheMachine() throws Exception {
    assertThat(metrics.read("rs1").memory()).isEqualTo(Ratio.of(0.05));

    processes.cap("rs1", new ResourceCap(0.5, ByteSize.ofKilobytes(100)));

    assertThat(metrics.read("rs1").memory()).isEqualTo(Ratio.of(0.5));
  }

  @Test
  void theFirstReadingKnowsNoShareOfTime() throws Exception {
    assertThat(metrics.read("rs1").cpu()).isNull();
    assertThat(metrics.read("rs1").ioWait()).isNull();
  }

  @Test
  void theFirstReadingAfterARestartKnowsNoShareOfTime() throws Exception {
    metrics.read("rs1");
    clock.addAndGet(10 * SECOND);
    Files.delete(proc.resolve("8/stat"));

    assertThat(metrics.read("rs1").cpu()).isNull();
    clock.addAndGet(10 * SECOND);
    assertThat(metrics.read("rs1").cpu()).isEqualTo(Ratio.ZERO);
  }

  @Test
  void ioWaitIsTheMachinesWhereTheKernelKeepsNoneOfAProcess() throws Exception {
    metrics.read("rs1");
    clock.addAndGet(10 * SECOND);
    write("stat", "cpu 200 0 0 1600 300 0 0 0 0 0\n");

    // 200 of 1,100 ticks
    assertThat(metrics.read("rs1").ioWait()).isEqualTo(new Ratio(200.0 / 1100));
  }

  @Test
  void ioWaitIsTheGroupsOwnWhereTheKernelKeepsIt() throws Exception {
    write("sys/kernel/task_delayacct", "1\n");
    metrics.read("rs1");
    clock.addAndGet(10 * SECOND);
    process(7, 100, 300, 40);

    assertThat(metrics.read("rs1").ioWait()).isEqualTo(Ratio.of(0.3));
  }

  @Test
  void nothingIsKnownOfAGroupWithoutProcesses() throws Exception {
    assertThat(metrics.read("rs9")).isEqualTo(HostLoad.UNKNOWN);
  }

  private ProcessSpec spec(String name) {
    return new ProcessSpec(name, List.of("x"), Map.of(), root, root.resolve(name), "rs1");
  }

  private void process(long pid, long cpuTicks, long ioTicks, long residentKilobytes)
      throws IOException {
    // state is field 3, user time 14, system time 15, start 22, block I/O delay 42
    String stat =
        "%d (a (b) c) S %s %d 0 %s 1 %s %d 0 0\n"
            .formatted(
                pid,
                "0 ".repeat(10).strip(),
                cpuTicks,
                "0 ".repeat(6).strip(),
                "0 ".repeat(19).strip(),
                ioTicks);
    write(pid + "/stat", stat);
    write(pid + "/task/" + pid + "/stat", stat);
    write(pid + "/status", "VmRSS:\t%d kB\n".formatted(residentKilobytes));
  }

  private void write(String file, String text) throws IOException {
    Path path = proc.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
