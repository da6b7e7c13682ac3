package io.proteus.app.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Observation;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.port.PortException;
import io.proteus.core.step.AddNode;
import io.proteus.core.step.Measure;
import io.proteus.core.step.Price;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanRenderingTest {
  private final ManualClock clock = ManualClock.start();

  @Test
  void saysWhatEachServerBecomesAtWhichPriceAndInWhichSteps() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);

    Golden.assertMatches("plan.txt", rendering(50).render(Scenes.plan(), seen.topology()));
  }

  @Test
  void saysWhatItTakesAndBringsAndWhenItPays() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);
    Prediction prediction =
        new Prediction(
            PlanKind.RECONFIGURE,
            0.6,
            Price.NOTHING,
            Duration.ofSeconds(130),
            ByteSize.ofMegabytes(1100),
            45_000,
            12_000,
            new Estimate(14_800, 12_100, 18_000),
            8.2,
            new Estimate(6.9, 5.2, 9.1),
            Duration.ofSeconds(16),
            Duration.ofHours(1));

    String text = rendering(50).render(Scenes.plan().with(prediction), seen.topology());

    assertThat(text)
        .contains(
            """
             Takes: about 2 min 10 s; 45,000 requests late or lost; 1.1 GB of block cache to be read again
              Gain: from 12,000 to about 14,800 op/s (8 times in 10 within 12,100 to 18,000)
                    from 8.2 to about 6.9 ms in the RegionServers (8 times in 10 within 5.2 to 9.1)
              Pays: 16 s after its end; the horizon is 60 min 0 s [guards.horizon]
            """
                .stripTrailing());
  }

  @Test
  void namesTheSettingThatWouldSaveTheRestartForASmallerMemstore() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);
    String would = "With hbase.hregion.memstore.chunkpool.maxsize: 0 in their configuration, ";

    assertThat(rendering(50).render(Scenes.plan(), Scenes.withoutShrinking(seen).topology()))
        .contains(would + "1 RegionServer could be given a smaller memstore without a restart.\n");
    assertThat(rendering(50).render(Scenes.plan(), seen.topology())).doesNotContain(would);
  }

  @Test
  void whereNothingCanBeRestartedItSaysWhatThePluginWouldDo() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);
    Observation suspended =
        Scenes.withTopologyGap(
            seen,
            new Gap(
                Gap.Kind.SPLIT_BY_RESTART_ONLY,
                "rs2:16020",
                Sentence.verbatim("the heap is full")));

    assertThat(rendering(50).render(Scenes.planWithoutRestarts(), seen.topology()))
        .contains(
            "With Proteus's plugin on their class path, 1 RegionServer could be set without a"
                + " restart.\n");
    assertThat(rendering(50).render(Scenes.planWithoutRestarts(), suspended.topology()))
        .doesNotContain("class path");
  }

  @Test
  void aLongPlanShowsItsFirstStepsAndHowToSeeTheRest() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);

    assertThat(rendering(1).render(Scenes.plan(), seen.topology())).contains("more: --steps");
  }

  @Test
  void holdingNamesTheSettingThatWouldChangeIt() {
    assertThat(
            rendering(1)
                .held(
                    List.of(
                        ReasonCode.COOLDOWN.because(
                            "guards.cooldown", "{%d nodes} were restarted %d s ago", 2, 20))))
        .isEqualTo(
            """
            Nothing to do now.
              COOLDOWN: 2 RegionServers were restarted 20 s ago [guards.cooldown]
            """);
  }

  @Test
  void whatAStepOfAnEngineCountsIsInThePriceToo() {
    StepKind kind = new StepKind("slots", costs -> Duration.ofSeconds(1));
    Price price =
        Price.of(Measure.count("slots", kind, "slots that are handed over"), 3)
            .plus(Price.of(Measure.bytes("keys", kind, "keys that are copied"), 2048))
            .plus(Price.of(AddNode.NODES, 1));
    Plan known = Scenes.plan();
    Plan plan =
        new Plan(
            known.id(), known.basedOn(), known.target(), known.steps(), price, known.reasons());

    assertThat(rendering(1).price(plan))
        .isEqualTo(
            " Price: 1 RegionServer started; keys that are copied: 2 KB; slots that are handed"
                + " over: 3");
  }

  private static PlanRendering rendering(int steps) {
    return new PlanRendering(HBaseWords.WORDS, 140, steps, Paint.NONE);
  }
}
