package io.proteus.controller.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.CountAndPlace;
import io.proteus.core.decision.HeapDivision;
import io.proteus.core.decision.LayoutByModel;
import io.proteus.core.decision.LostNodes;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.decision.Proposer;
import io.proteus.core.model.CostModel;
import io.proteus.core.model.DemandModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.model.StoreModel;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.Expected;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.MdpScaling;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ReconfiguringScaling;
import io.proteus.core.strategy.scaling.Reward;
import io.proteus.core.strategy.scaling.SteadyScaling;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrategySettingsTest {
  private static final String LEAST =
      "cluster: {name: shop}\nengine: {zookeeper: 'zk1:2181'}\nnodes: {min: 2, max: 9}\n";

  private static final DemandModel DEMANDS =
      new DemandModel(
          Duration.ofNanos(80_000),
          Duration.ofNanos(260_000),
          Duration.ofNanos(165_000),
          Duration.ofNanos(716_000),
          1.8,
          new DemandModel.Merging(
              Duration.ofMillis(10), ByteSize.ofMegabytes(128), Ratio.of(0.4), 3),
          Ratio.of(0.5),
          30,
          Duration.ofNanos(500_000));

  private static final MemoryModel MEMORY =
      new MemoryModel(
          ByteSize.ofKilobytes(4),
          Ratio.of(0.5),
          ByteSize.ofKilobytes(1),
          ByteSize.ofKilobytes(1),
          ByteSize.ofMegabytes(1),
          Ratio.of(0.9));

  private static Configuration parse(String more) throws InvalidConfiguration {
    return Configuration.parse("proteus.yaml", LEAST + more, Path.of("/etc/proteus"));
  }

  private static PolicyStrategy policies(String more) throws InvalidConfiguration {
    Proposals proposals = (Proposals) parse(more).decisionMaker().strategy();
    return proposals.proposers().stream()
        .filter(CountAndPlace.class::isInstance)
        .map(counting -> ((CountAndPlace) counting).answers())
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"threshold", "mdp", "target", "forecast"})
  void aStrategyThatCountsNodesLeavesThemAsTheyAreAndSpreads(String name)
      throws InvalidConfiguration {
    PolicyStrategy policies = policies("strategy: " + name);

    assertThat(policies.configuration()).isInstanceOf(KeepConfiguration.class);
    assertThat(policies.placement()).isInstanceOf(Spread.class);
    assertThat(policies.setBlockSizes()).isFalse();
    assertThat(policies.scaling())
        .isInstanceOfSatisfying(
            LimitedScaling.class,
            limited -> assertThat(limited.limits().bounds()).isEqualTo(new NodeBounds(2, 9)));
  }

  @Test
  void forecastCanBeHadWithMetsProfilesAndGroups() throws InvalidConfiguration {
    PolicyStrategy policies = policies("strategy: forecast\nconfiguration: {policy: met}");

    assertThat(policies.scaling()).isInstanceOf(ReconfiguringScaling.class);
    assertThat(policies.configuration()).isInstanceOf(MetProfiles.class);
    assertThat(policies.placement()).isInstanceOf(MetPlacement.class);
    assertThat(policies("strategy: met\nscaling: {policy: forecast}")).isEqualTo(policies);
  }

  @Test
  void heapsAreDividedByUseBesideAnyWayToCount() throws InvalidConfiguration {
    String configuration = "strategy: forecast\nconfiguration: {policy: heap}";
    PolicyStrategy policies = policies(configuration);

    assertThat(proposers(configuration, Optional.of(MEMORY)))
        .last()
        .isInstanceOf(HeapDivision.class);
    assertThat(policies.scaling()).isInstanceOf(ReconfiguringScaling.class);
    assertThat(policies.configuration()).isInstanceOf(KeepConfiguration.class);
    assertThat(policies.placement()).isInstanceOf(Spread.class);
  }

  @Test
  void aStoreThatDividesNoMemoryIsNotAskedToDivideIt() throws InvalidConfiguration {
    assertThat(proposers("configuration: {policy: heap}", Optional.empty()))
        .noneMatch(HeapDivision.class::isInstance);
  }

  @Test
  void layoutsAreModelledWhereTheEngineSaysWhatRequestsCost() throws InvalidConfiguration {
    String configuration = "strategy: forecast\nconfiguration: {policy: model}";

    assertThat(proposers(configuration, Optional.of(MEMORY)))
        .last()
        .isInstanceOf(LayoutByModel.class);
    assertThat(proposers(configuration, Optional.empty()))
        .noneMatch(LayoutByModel.class::isInstance);
    assertThat(proposers("strategy: auto", Optional.of(MEMORY)))
        .anyMatch(LayoutByModel.class::isInstance);
  }

  @Test
  void theDeadAreReplacedUnlessPeopleDoIt() throws InvalidConfiguration {
    assertThat(proposers("", Optional.empty())).anyMatch(LostNodes.class::isInstance);
    assertThat(proposers("guards: {replaceAfter: never}", Optional.empty()))
        .noneMatch(LostNodes.class::isInstance);
    assertThat(proposers("guards: {deadNodes: wait}", Optional.empty()))
        .noneMatch(LostNodes.class::isInstance);
  }

  private static List<Proposer> proposers(String more, Optional<MemoryModel> memory)
      throws InvalidConfiguration {
    Configuration read = parse(more);
    return ((Proposals)
            read.policies()
                .strategy(
                    read.met(),
                    new StoreModel(memory, memory.map(some -> DEMANDS), CostModel.assumed()),
                    answers -> read.guards().lostNodes(answers, read.nodes())))
        .proposers();
  }

  @Test
  void metCanCountNodesOnlyAndMayBeLimited() throws InvalidConfiguration {
    PolicyStrategy counting = policies("strategy: met\nconfiguration: {policy: keep}");

    assertThat(counting.scaling())
        .isInstanceOfSatisfying(
            SteadyScaling.class,
            steady -> {
              assertThat(steady.policy()).isInstanceOf(MetScaling.class);
              assertThat(steady.window()).isEqualTo(Duration.ofMinutes(20));
              assertThat(steady.setting()).isEqualTo("met.oppositeWindow");
            });
    assertThat(counting.placement()).isInstanceOf(Spread.class);
    assertThat(policies("strategy: met\nscaling: {limitMet: true}").scaling())
        .isInstanceOf(LimitedScaling.class);
  }

  @Test
  void metMayTurnAtOnceAsInItsPaper() throws InvalidConfiguration {
    assertThat(policies("strategy: met\nmet: {oppositeWindow: 0s}").scaling())
        .isInstanceOf(MetScaling.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cost | -300",
        "throughput | 900",
        "throughput-less-square | 0",
        "throughput-less-latency | 550"
      })
  void theFourRewardsOfThePaperGoByName(String name, double worth) throws InvalidConfiguration {
    assertThat(reward("mdp: {reward: %s}".formatted(name)).of(state(5.0))).isEqualTo(worth);
  }

  @Test
  void aRewardOfOnesOwnIsArithmeticOverFourVariables() throws InvalidConfiguration {
    Reward own =
        reward(
            "mdp: {reward: expression, expression: '0.5 * throughput - 100 * machines - MAX(0,"
                + " latency - 2) + load'}");

    assertThat(own.of(state(5.0))).isEqualTo(450 - 300 - 3 + 1000);
    assertThat(own.needsLatency()).isTrue();
    assertThat(reward("mdp: {reward: expression, expression: -machines}").needsLatency()).isFalse();
  }

  @Test
  void whereAnExpressionHasNoValueTheRewardIsNotANumber() throws InvalidConfiguration {
    Reward dividing = reward("mdp: {reward: expression, expression: 1 / (machines - 4)}");

    assertThat(dividing.of(new Expected(4, 1000, 900, null, true))).isNaN();
    assertThat(dividing.of(state(null))).isEqualTo(-1);
  }

  private static Expected state(@org.jspecify.annotations.Nullable Double latencyMs) {
    return new Expected(3, 1000, 900, latencyMs, true);
  }

  private static Reward reward(String more) throws InvalidConfiguration {
    LimitedScaling limited = (LimitedScaling) policies("strategy: mdp\n" + more).scaling();
    return ((MdpScaling) limited.policy()).reward();
  }
}
