package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.Test;

/** Each check fires where something is wrong, and is silent where nothing is. */
class HBaseChecksTest {

  @Test
  void aUserWithoutAdminMayOnlyLook() {
    assertThat(RightsCheck.lacking("proteus", true)).isEmpty();
    assertThat(RightsCheck.lacking("proteus", false))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.WARNING);
              assertThat(finding.what()).hasToString("proteus lacks HBase's right ADMIN");
              assertThat(finding.command())
                  .isEqualTo("echo \"grant 'proteus', 'A'\" | hbase shell -n");
            });
  }

  @Test
  void theLeaseNeedsARightToMakeItsPlace() {
    ACL open = new ACL(ZooDefs.Perms.ALL, ZooDefs.Ids.ANYONE_ID_UNSAFE);
    ACL readable = new ACL(ZooDefs.Perms.READ, ZooDefs.Ids.ANYONE_ID_UNSAFE);
    ACL hbases = new ACL(ZooDefs.Perms.ALL, new Id("sasl", "hbase"));
    ACL ours = new ACL(ZooDefs.Perms.ALL, new Id("sasl", "proteus@EXAMPLE.COM"));

    assertThat(lease(open)).isEmpty();
    assertThat(lease(readable, hbases, ours)).isEmpty();
    assertThat(lease(readable, hbases))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.command())
                    .isEqualTo(
                        "echo 'create /hbase/proteus \"\" sasl:proteus:cdrwa' | hbase zkcli"));
  }

  @Test
  void aSplitThatIsInNoFileIsLostByARestart() {
    assertThat(lost("hbase-site.xml")).isEmpty();
    assertThat(lost(HBaseSettings.IN_EFFECT))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.NOTE);
              assertThat(finding.what())
                  .hasToString("the memory split of rs1:16020 was set online");
            });
    assertThat(lost(HBaseSettings.HEAP_TUNER))
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING);
  }

  @Test
  void aDisabledTableIsNamedAsItMayBeForgotten() {
    assertThat(DisabledTablesCheck.ofTables(List.of())).isEmpty();
    assertThat(DisabledTablesCheck.ofTables(List.of("shop:orders")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.NOTE);
              assertThat(finding.command())
                  .isEqualTo("echo \"enable 'shop:orders'\" | hbase shell -n");
            });
  }

  private static List<Finding> lease(ACL... rights) {
    return LeaseRightCheck.lacking("/hbase", "proteus", List.of(rights));
  }

  private static List<Finding> lost(String origin) {
    Map<String, ReportedValue> values =
        Map.of(HBaseTranslation.BLOCK_CACHE, new ReportedValue("0.55", origin));
    return LostByRestartCheck.unlikeTheFile(
        Map.of(new NodeId("rs1:16020"), new NodeReport("2.6.4", Map.of(), values, null)));
  }
}
