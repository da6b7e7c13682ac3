package io.proteus.core.doctor;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.unmeasured;
import static io.proteus.core.fixture.PartitionTrait.unserved;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.Assessment;
import io.proteus.core.decision.Health;
import io.proteus.core.decision.Option;
import io.proteus.core.decision.Worth;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each check fires where something is wrong, is silent where nothing is, and owns to its gaps. */
class DoctorTest {
  private static final Assessment NOTHING =
      new Assessment(new Health(Health.State.HEALTHY, Sentence.of("healthy")), List.of(), null);

  @Test
  void aHealthyClusterGivesNoFinding() {
    assertThat(findings(healthy())).isEmpty();
  }

  @Test
  void whatNoNodeServesIsTheWorst() {
    List<Finding> findings =
        findings(healthy().dead("rs9").partition("lost", of("users"), unserved()));

    assertThat(findings).extracting(Finding::check).startsWith("unserved-partitions", "dead-nodes");
    assertThat(findings.get(0).severity()).isEqualTo(Severity.ERROR);
    assertThat(findings.get(0).what())
        .hasToString("1 partition of table users is served by no node");
    assertThat(findings.get(1).what()).hasToString("1 node is dead: rs9");
    assertThat(findings.get(1).why()).hasToString("2 nodes serve what 3 served before");
  }

  @Test
  void aPartitionThatIsOnItsWayIsNotLost() {
    assertThat(findings(healthy().partition("a9", of("a"), unserved()).inTransition("a9")))
        .extracting(Finding::check)
        .doesNotContain("unserved-partitions");
  }

  @Test
  void aBusyNodeCostsTheRequestsThatItServes() {
    Finding hot = only("overloaded-nodes", healthy().node("rs2", cpu(0.9)));

    assertThat(hot.severity()).isEqualTo(Severity.WARNING);
    assertThat(hot.requests()).isEqualTo(Ratio.of(0.5));
    assertThat(hot.subjects()).containsExactly("rs2");
    assertThat(hot.command()).isEqualTo("proteus plan");
  }

  @Test
  void aNodeWhoseCpuIsNotKnownIsNotSaidToBeFine() {
    Finding unknown = only("overloaded-nodes", healthy().node("rs2", cpuUnknown()));

    assertThat(unknown.severity()).isEqualTo(Severity.UNKNOWN);
    assertThat(unknown.what())
        .hasToString("could not be looked at: the CPU of 1 of 2 nodes is not known");
  }

  @Test
  void aPartitionThatNoPlacementRelievesIsHotWhereItsNodeIs() {
    SituationBuilder heavy = healthy().partition("a2", reads(900), on("rs2"));

    assertThat(found("hot-partitions", heavy)).isEmpty();
    Finding hot = only("hot-partitions", heavy.node("rs2", cpu(0.9)));
    assertThat(hot.subjects()).containsExactly("a2");
    assertThat(hot.requests().value()).isGreaterThan(0.7);
    assertThat(hot.command()).isEqualTo("proteus plan");
    assertThat(only("hot-partitions", heavy.without(Capability.RESHAPE_PARTITION)).command())
        .isNull();
  }

  @Test
  void partitionsThatAreNotMeasuredCannotBeLookedAt() {
    assertThat(only("hot-partitions", healthy().partition("a3", of("a"), on("rs1"), unmeasured())))
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.UNKNOWN);
              assertThat(finding.what().toString())
                  .contains("the requests of 1 of 5 partitions are not known");
            });
    assertThat(only("hot-partitions", healthy().requestsAre(LoadBasis.APPORTIONED)).severity())
        .isEqualTo(Severity.UNKNOWN);
  }

  @Test
  void whatIsWorthDoingIsAFindingAndWhatIsNotIsNone() {
    List<Finding> findings =
        findings(
            healthy(),
            assessed(null, option(Worth.ONLINE), option(Worth.CONSIDERING), option(Worth.NOT)));

    assertThat(findings).extracting(Finding::check).containsOnly("misplaced");
    assertThat(findings)
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING, Severity.NOTE);
    assertThat(findings.get(0).what())
        .hasToString("worth doing online, at no risk: 2 tables altered");
  }

  @Test
  void aNodeThatGoesByATableOfItsOwnIsNamed() {
    Finding alone = only("local-table-settings", healthy().local("rs2", "a"));

    assertThat(alone.severity()).isEqualTo(Severity.NOTE);
    assertThat(alone.subjects()).containsExactly("rs2");
    assertThat(alone.what())
        .hasToString("1 node goes by settings of table a that it does not have: rs2");
    assertThat(alone.command()).isEqualTo("proteus undo");
  }

  @Test
  void whereNobodyCanSayWhatIsWorthDoingThatIsSaid() {
    Assessment unready = assessed(ReasonCode.METRICS_STALE.says("too old"));

    assertThat(findings(healthy(), unready))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.what())
                    .hasToString("could not be looked at: METRICS_STALE: too old"));
  }

  @Test
  void figuresThatNobodyTellsAreNamedWithTheSettingThatCuresIt() {
    Finding missing =
        only("missing-metrics", healthy().gap(Gap.Kind.NODE_UNREADABLE, "rs1", "no answer"));

    assertThat(missing.what()).hasToString("rs1: no answer");
    assertThat(missing.cure().toString()).contains("[engine.scrapeTimeout]");
    assertThat(found("missing-metrics", healthy().gap(Gap.Kind.FIRST_SEEN, "a1", "new"))).isEmpty();
  }

  @Test
  void unlikeVersionsAreNamedAndAVersionThatIsNotToldIsNotOneOfThem() {
    assertThat(UnlikeVersions.findings(versions("2.6.4", "2.6.4", "2.6.4"))).isEmpty();
    assertThat(UnlikeVersions.findings(versions("2.6.4", "2.5.12", "2.6.4")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.subjects()).containsExactly("rs2");
              assertThat(finding.what())
                  .hasToString("nodes run unlike versions: 2.5.12 on rs2; 2.6.4 on rs1, rs3");
            });
    assertThat(UnlikeVersions.findings(versions("2.6.4", "")))
        .extracting(Finding::severity)
        .containsExactly(Severity.UNKNOWN);
  }

  @Test
  void aCheckThatTheStoreDoesNotAnswerIsAFindingAndTheOthersGoOn() {
    StoreCheck silent = check("rights", null);
    StoreCheck noisy =
        check(
            "disabled",
            Finding.of(
                "disabled",
                Severity.NOTE,
                List.of("orders"),
                Sentence.of("it is off"),
                Sentence.of("it costs"),
                Sentence.of("put it on"),
                null));

    List<Finding> findings =
        new Doctor(List.of(silent, noisy), Map.of("disabled", "enable '{subject}'"))
            .findings(seen(healthy(), NOTHING));

    assertThat(findings).extracting(Finding::check).containsExactly("rights", "disabled");
    assertThat(
            new Doctor(List.of(silent, noisy), Map.of()).ofUnobserved("test", SituationBuilder.NOW))
        .extracting(Finding::check)
        .containsExactly("rights", "disabled");
    assertThat(findings.get(0).severity()).isEqualTo(Severity.UNKNOWN);
    assertThat(findings.get(0).what()).hasToString("could not be looked at: no answer within 20 s");
    assertThat(findings.get(1).command()).isEqualTo("enable 'orders'");
  }

  @Test
  void whatProteusCannotDoIsNamedWithWhatIsMissing() {
    assertThat(Limits.of(Set.of(Capability.values()))).isEmpty();
    assertThat(Limits.of(Set.of(Capability.values()), situation().owns("rs1", 1).topology()))
        .singleElement()
        .satisfies(limit -> assertThat(limit.toString()).contains("several each"));
    assertThat(Limits.of(Set.of(Capability.MOVE_PARTITION)))
        .extracting(Sentence::toString)
        .contains("restart nodes: nobody here runs them [cloud.type]");
  }

  private static StoreCheck check(String name, @Nullable Finding finding) {
    return new StoreCheck() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public List<Finding> findings(Topology now) throws PortException {
        if (finding == null) {
          throw new PortException("no answer within 20 s");
        }
        return List.of(finding);
      }
    };
  }

  private static Map<NodeId, NodeReport> versions(String... versions) {
    Map<NodeId, NodeReport> reports = new HashMap<>();
    for (int i = 0; i < versions.length; i++) {
      reports.put(
          new NodeId("rs" + (i + 1)), new NodeReport(versions[i], Map.of(), Map.of(), null));
    }
    return reports;
  }

  private static Option option(Worth worth) {
    return new Option(
        worth, Sentence.of("2 tables altered"), Sentence.of("from 1 to 2 op/s"), null, false);
  }

  private static Assessment assessed(@Nullable Reason unready, Option... options) {
    return new Assessment(NOTHING.health(), List.of(options), unready);
  }

  private static SituationBuilder healthy() {
    return situation()
        .nodes(2, cpu(0.3))
        .partition("a1", of("a"), reads(100), on("rs1"))
        .partition("a2", of("a"), reads(100), on("rs2"))
        .partition("b1", of("b"), reads(100), on("rs1"))
        .partition("b2", of("b"), reads(100), on("rs2"));
  }

  private static Finding only(String check, SituationBuilder cluster) {
    List<Finding> findings = found(check, cluster);
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private static List<Finding> found(String check, SituationBuilder cluster) {
    List<Finding> findings = new ArrayList<>(findings(cluster));
    findings.removeIf(finding -> !finding.check().equals(check));
    return findings;
  }

  private static List<Finding> findings(SituationBuilder cluster) {
    return findings(cluster, NOTHING);
  }

  private static List<Finding> findings(SituationBuilder cluster, Assessment assessment) {
    return Doctor.observing(Map.of()).findings(seen(cluster, assessment));
  }

  private static Checkup seen(SituationBuilder cluster, Assessment assessment) {
    return new Checkup(cluster.build(), Ratio.of(0.7), assessment);
  }
}
