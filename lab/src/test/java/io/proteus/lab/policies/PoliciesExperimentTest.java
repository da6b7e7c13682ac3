package io.proteus.lab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Result;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.workloads.tenant.RowDistribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Measurements that fail in one way or another. */
class PoliciesExperimentTest {
  private static final List<Case> CASES =
      List.of(
          new Case(
              BenchWorkload.WRITE_ONLY,
              RowDistribution.UNIFORM,
              "pcm-wo",
              Map.of("blockSize", "8192"),
              Set.of(),
              ""),
          new Case(
              BenchWorkload.READ_ONLY,
              RowDistribution.UNIFORM,
              "pcm-ro",
              Map.of("blockSize", "16384"),
              Set.of(),
              ""));

  private final List<Integer> kept = new ArrayList<>();
  private int measured;

  /** The first three fail. */
  private final class Failing implements Bed<Side, SettingsBench.Figures> {
    private final boolean ending;

    Failing(boolean ending) {
      this.ending = ending;
    }

    @Override
    public SettingsBench.Figures measure(Turn<Side> turn) throws PortException {
      measured++;
      return switch (measured) {
        case 1 -> throw new IllegalStateException("runner: tenants do not end");
        case 2 -> throw new UncheckedIOException(new IOException("the region is gone"));
        case 3 -> throw new PortException("rs1 died meanwhile");
        default -> new SettingsBench.Figures(1000, 900, 0);
      };
    }

    @Override
    public boolean isEnding() {
      return ending;
    }
  }

  private Result run(boolean ending) throws Exception {
    return new ExperimentRunner(line -> {}, Instant.EPOCH, soFar -> kept.add(measured))
        .run(
            new PoliciesExperiment(
                new Outline("policies", "", null, List.of()),
                "HBase",
                CASES,
                2,
                progress -> new Failing(ending)));
  }

  @Test
  void whateverFailsIsLeftOutWithTheReasonAndTheRestIsMeasured() throws Exception {
    Result result = run(false);

    assertThat(result.failures())
        .containsExactly(
            "write-only, repeat 1, HBase's defaults: runner: tenants do not end",
            "write-only, repeat 1, pcm-wo: the region is gone",
            "read-only, repeat 1, HBase's defaults: rs1 died meanwhile");
    assertThat(result.sections().get(2).tables().get(0).rows())
        .as("the repeat of every window")
        .extracting(row -> row.get(2))
        .containsExactly(Cell.of(1), Cell.of(2), Cell.of(2), Cell.of(2), Cell.of(2));
    assertThat(kept).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void whatFailsAsTheProcessEndsIsNoFailure() {
    assertThatThrownBy(() -> run(true)).isInstanceOf(InterruptedException.class);
    assertThat(kept).isEmpty();
  }
}
