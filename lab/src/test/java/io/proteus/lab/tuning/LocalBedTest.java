package io.proteus.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.lab.bench.BenchOptions.Bench;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.tuner.Space;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.Trial.Purpose;
import io.proteus.lab.tuner.TrialFile;
import io.proteus.lab.tuner.Tunable;
import io.proteus.lab.tuner.Tuner;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What trials on a cluster on this machine are made with. */
class LocalBedTest {
  private static final Bench BENCH =
      new Bench(
          200_000, 16, Duration.ofSeconds(240), Duration.ofSeconds(10), Duration.ofSeconds(15), 7);

  @TempDir private Path folder;

  private static String measurement(Map<String, String> properties) {
    return LocalBed.measurement(
        new StageSpec(
            Path.of("home"), Path.of("data"), 2, ByteSize.ofMegabytes(768), null, properties),
        BENCH);
  }

  private TrialFile file(Map<String, String> properties, boolean resume) throws Exception {
    Space space =
        new Space(
            List.of(new Tunable("block", List.of("8", "64"), 1, true, Set.of())),
            1,
            values -> true);
    return TrialFile.open(
        folder.resolve("trials.jsonl"),
        TrialFile.Header.of(
            "local",
            "mixed",
            measurement(properties),
            new Tuner.Settings(12, 7, 2, Map.of()),
            space),
        resume);
  }

  @Test
  void nothingMoreIsToldWhereNothingIsSet() {
    assertThat(measurement(Map.of()))
        .isEqualTo(
            "Rows of 1 KB: 200,000, loaded first, 16 client threads, 10 s of warm-up and a window"
                + " of 15 s each. 2 RegionServers with 768 MB of heap each.");
  }

  @Test
  void whereServersAreRestartedNobodyIsToldOfAWarmUpThatIsNotMade() {
    assertThat(LocalBed.beforeTrials(BENCH, false)).isEqualTo("warming up for 240 s");
    assertThat(LocalBed.beforeTrials(BENCH, true))
        .startsWith("no first warm-up")
        .doesNotContain("240");
  }

  @Test
  void trialsWithOtherPropertiesAreThoseOfAnotherRun() throws Exception {
    Map<String, String> properties = Map.of("hbase.wal.provider", "filesystem", "dfs.a", "1");
    file(properties, false)
        .add(
            new Trial(
                1,
                Purpose.BASELINE,
                "default",
                Map.of("block", "64"),
                9.0,
                null,
                Instant.EPOCH,
                1));

    assertThat(file(properties, true).trials()).hasSize(1);
    assertThatThrownBy(() -> file(Map.of(), true))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("another way of measuring")
        .hasMessageContaining("--property dfs.a=1, hbase.wal.provider=filesystem.");
  }
}
