package io.proteus.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.cluster.ShippedGuide;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyShelf;
import io.proteus.controller.policy.PolicyShelf.Selection;
import io.proteus.controller.provider.Providers;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.policies.PolicyValues;
import io.proteus.lab.tuner.TuningResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a tuning has written, among the policies that come with HBase. */
class TunedPolicyTest {
  private static final ByteSize HEAP = ByteSize.ofMegabytes(2048);
  private static final long DATA = 1L << 30;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(BenchWorkload.class)
  void isTheOneForItsWorkloadBeforeTheShippedOnes(BenchWorkload workload) throws Exception {
    tuned(workload);

    assertThat(chosen(workload)).map(Policy::name).contains("tuned-" + workload.id());
  }

  @Test
  void aPolicyWithAConditionStillGoesBeforeOneWithout() throws Exception {
    tuned(BenchWorkload.MIXED);
    Files.writeString(
        folder.resolve("large.yaml"),
        """
        schema: proteus/policy/1
        name: ztuned-large
        title: Of large clusters
        source: test
        workload:
          class: MixRW
          when: "reads >= 0.4 && reads <= 0.6"
        condition: "nodes >= 3"
        set:
          blockSize: 8192
        """);

    assertThat(chosen(BenchWorkload.MIXED)).map(Policy::name).contains("ztuned-large");
  }

  private Optional<Policy> chosen(BenchWorkload workload) throws Exception {
    PolicyShelf shelf =
        PolicyShelf.of(
            Providers.guide("hbase").orElseThrow(),
            new Selection(Optional.of(folder), List.of(), List.of()),
            null);
    assertThat(shelf.policies()).map(Policy::name).contains("pcm-wo", "pcm-ro", "pcm-mixrw");
    return shelf.policies().stream()
        .filter(policy -> PolicyValues.applies(policy, workload, HEAP, 3, DATA))
        .findFirst();
  }

  private void tuned(BenchWorkload workload) throws Exception {
    TuningResult result =
        TuningResults.of(workload, Map.of("blockSize", "16384"), "A sentence.", List.of());
    new TunedPolicy(result, workload)
        .write(folder.resolve("tuned.yaml"), ShippedGuide.of("hbase").catalogue());
  }
}
