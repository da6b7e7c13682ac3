package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the daemon costs with a thousand nodes and a hundred thousand partitions: only with {@code
 * -Dproteus.load=true}, and with the heap that is to be measured ({@code -DargLine=-Xmx768m}). The
 * cluster in memory is in the same process, and what reading a real one costs is not in it.
 */
@EnabledIfSystemProperty(named = "proteus.load", matches = "true")
class FootprintTest {
  private static final Duration PERIOD = Duration.ofSeconds(30);
  private static final int WARM = 5;
  private static final int CYCLES = 40;
  private static final double MOST_OF_A_CORE = 0.1;
  private static final long MOST_KB = 1 << 20;
  private static final List<String> OF_A_PAGE =
      List.of(
          HERE,
          HERE + "/control",
          HERE + "/verdict",
          HERE + "/nodes?limit=1000",
          HERE + "/timeline",
          HERE + "/journal?limit=60");

  @TempDir private Path folder;

  @Test
  void itTakesLittleOfAMachine() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "", Shop::large)) {
      cycles(proteus, WARM);
      long before = cpuNanos();
      cycles(proteus, CYCLES);
      double core = (cpuNanos() - before) / 1e9 / CYCLES / PERIOD.toSeconds();
      long kilobytes = mostKilobytes();
      System.out.printf(
          Locale.ROOT,
          "1,000 nodes, 100,000 partitions, a page that looks on: %.1f %% of a core at %d s, at most %d MB%n",
          100 * core,
          PERIOD.toSeconds(),
          kilobytes / 1024);

      assertThat(core).isLessThan(MOST_OF_A_CORE);
      assertThat(kilobytes).isLessThan(MOST_KB);
    }
  }

  private static void cycles(DaemonUnderTest proteus, int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      proteus.cycles(1);
      for (String path : OF_A_PAGE) {
        assertThat(proteus.get(path, null).statusCode()).as(path).isEqualTo(200);
      }
    }
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** The largest part of this process that was ever in memory, its own heap and all else. */
  private static long mostKilobytes() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }
}
