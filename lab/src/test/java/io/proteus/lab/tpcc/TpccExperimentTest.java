package io.proteus.lab.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.result.Result;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.workloads.tpcc.Consistency;
import io.proteus.workloads.tpcc.TpccWindow;
import io.proteus.workloads.tpcc.TpccWindow.Figures;
import io.proteus.workloads.tpcc.TransactionType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the TPC-C experiment makes of its windows (MET-17). */
class TpccExperimentTest {

  /** Each arrangement commits 100 New-Orders a minute more than the one before it. */
  private static Result run(List<String> broken) throws Exception {
    List<Consistency> checks = new ArrayList<>();
    Bed<TpccArrangement, TpccMeasured> bed =
        new Bed<>() {
          @Override
          public TpccMeasured measure(Turn<TpccArrangement> turn) {
            long committed = 1_000 + 100L * turn.of().ordinal();
            return new TpccMeasured(
                new TpccWindow(
                    Duration.ofMinutes(1),
                    Map.of(TransactionType.NEW_ORDER, new Figures(committed, 10, 0, 20, 50))),
                turn.of().isMadeByProteus() ? 1 : 0,
                30);
          }

          @Override
          public void endRound(Turn<TpccArrangement> last) {
            checks.add(new Consistency(60, 18_000, broken));
          }
        };
    return new ExperimentRunner(line -> {}, Instant.EPOCH, soFar -> {})
        .run(
            new TpccExperiment(
                new Outline("tpcc", "", null, List.of()),
                Arrays.asList(TpccArrangement.values()),
                2,
                checks,
                (into, progress) -> bed));
  }

  @Test
  void ratiosAreOverTheHomogeneousClusterBesideThePapers() throws Exception {
    Result result = run(List.of());

    String summary = result.sections().get(0).tables().get(0).toString();
    assertThat(summary).contains("homogeneous", "met-start", "auto", "1.22", "1.33");
    assertThat(result.sections().get(1).tables().get(0).rows()).hasSize(8);
    assertThat(result.criteria()).allSatisfy(one -> assertThat(one.violations()).isEmpty());
  }

  @Test
  void aBrokenConsistencyConditionIsSaid() throws Exception {
    assertThat(run(List.of("condition 3, district 0001.03: want new orders 12, got 11")).criteria())
        .anySatisfy(
            one ->
                assertThat(one.violations())
                    .contains("condition 3, district 0001.03: want new orders 12, got 11"));
  }
}
