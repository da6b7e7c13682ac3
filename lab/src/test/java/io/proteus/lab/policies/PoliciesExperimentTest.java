package io.proteus.lab.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.bench.SettingsBench;
import io.proteus.lab.policies.PolicyFigures.Case;
import io.proteus.lab.policies.PolicyFigures.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Measurements that fail in one way or another. */
class PoliciesExperimentTest {
  private static final List<Case> CASES =
      List.of(
          new Case("write-only", "", "pcm-wo", Map.of("blockSize", "8192"), Set.of(), ""),
          new Case("read-only", "", "pcm-ro", Map.of("blockSize", "16384"), Set.of(), ""));

  private final List<Integer> kept = new ArrayList<>();
  private int measured;

  private PoliciesExperiment experiment(PoliciesExperiment.Bed bed, boolean ending) {
    return new PoliciesExperiment(bed, () -> ending, CASES, line -> {});
  }

  private SettingsBench.Figures failing(BenchWorkload workload, Map<String, String> values)
      throws PortException {
    measured++;
    return switch (measured) {
      case 1 -> throw new IllegalStateException("runner: tenants do not end");
      case 2 -> throw new UncheckedIOException(new IOException("the region is gone"));
      case 3 -> throw new PortException("rs1 died meanwhile");
      default -> new SettingsBench.Figures(1000, 900, 0);
    };
  }

  @Test
  void whateverFailsIsLeftOutWithTheReasonAndTheRestIsMeasured() throws Exception {
    PoliciesExperiment experiment = experiment(this::failing, false);

    experiment.repeat(1, () -> kept.add(measured));
    experiment.repeat(2, () -> kept.add(measured));

    assertThat(experiment.failures())
        .containsExactly(
            "write-only, repeat 1, HBase's defaults: runner: tenants do not end",
            "write-only, repeat 1, pcm-wo: the region is gone",
            "read-only, repeat 1, HBase's defaults: rs1 died meanwhile");
    assertThat(experiment.runs()).extracting(Run::repeat).containsExactly(1, 2, 2, 2, 2);
    assertThat(kept).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void whatFailsAsTheProcessEndsIsNoFailure() {
    PoliciesExperiment experiment = experiment(this::failing, true);

    assertThatThrownBy(() -> experiment.repeat(1, () -> kept.add(measured)))
        .isInstanceOf(InterruptedException.class);
    assertThat(experiment.failures()).isEmpty();
  }
}
