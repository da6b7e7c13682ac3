package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyFile;
import io.proteus.controller.policy.PolicyLibrary;
import io.proteus.controller.policy.PresentValues;
import io.proteus.core.bulkload.LoadPlanner;
import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.bulkload.UniformPartitioner;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.units.ByteSize;
import io.proteus.engine.hbase.bulkload.PcmBulkLoadRules;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped policies against the papers' tables. */
class ShippedPoliciesTest {
  private static final ParameterCatalogue CATALOGUE =
      CatalogueFile.shipped(HBaseEngine.catalogue());
  private static final List<Policy> POLICIES =
      PolicyLibrary.shipped(HBaseEngine.policies(), CATALOGUE);

  private static Policy policy(String name) {
    return POLICIES.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  /** On five nodes with so much memory each and 400 GB of data in 20 regions. */
  private static Map<String, String> values(String name, long memoryGb, double scans) {
    return policy(name)
        .valuesFor(
            PresentValues.byDefault(
                CATALOGUE, PolicyFile.situation(memoryGb << 30, 400L << 30, 5, scans)),
            CATALOGUE);
  }

  @Test
  void theFilesAreAsTheirSchemaSays() throws Exception {
    var schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Path.of("../../docs/schema/policy.schema.json")));
    for (URL file : HBaseEngine.policies()) {
      String json = new ObjectMapper().writeValueAsString(new YAMLMapper().readTree(file));
      assertThat(schema.validate(json, InputFormat.JSON)).as(file.toString()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "pcm-bl,0.1,0.6,0.58", "pcm-wo,0.1,0.6,0.58", "pcm-wm,0.2,0.5,0.48",
    "pcm-ro,0.6,0.1,0.08", "pcm-rm,0.5,0.2,0.18", "pcm-mixrw,0.4,0.4,0.38",
    "pcm-mixr,0.5,0.3,0.28", "pcm-mixw,0.3,0.5,0.48"
  })
  void pcmDividesTheHeapAsItsTablesSay(String name, String cache, double upper, double lower) {
    Map<String, String> values = values(name, 8, 0);

    assertThat(values).containsEntry("blockCacheShare", cache);
    assertThat(Double.parseDouble(values.getOrDefault("memstoreShare", ""))).isEqualTo(upper);
    assertThat(Double.parseDouble(values.getOrDefault("memstoreLowerLimit", "")) * upper)
        .isBetween(lower - 0.0001, lower + 0.0001);
  }

  @Test
  void pcmsWritePoliciesGrowWithTheHeap() {
    assertThat(values("pcm-wo", 8, 0))
        .containsEntry("heap", Long.toString(5L << 30))
        .containsEntry("flushSize", Long.toString(5 * (128L << 20)))
        .containsEntry("blockMultiplier", "5")
        .containsEntry("compactionMin", "15")
        .containsEntry("compactionMax", "15")
        .containsEntry("blockingStoreFiles", "37")
        .containsEntry("maxFileSize", Long.toString(10L << 30));
    assertThat(values("pcm-bl", 8, 0)).containsEntry("maxFileSize", Long.toString(30L << 30));
  }

  /** The policy and {@code bulk-load --rules pcm-bl} are of the same table of the paper. */
  @ParameterizedTest
  @CsvSource({"8", "64"})
  void theRulesOfALoadHaveTheFiguresOfThePolicyForIt(int memoryGb) {
    Map<String, String> policy = values("pcm-bl", memoryGb, 0);
    ByteSize heap = ByteSize.ofBytes(Long.parseLong(policy.getOrDefault("heap", "")));
    LoadTarget target =
        new LoadTarget(
            5, heap, ByteSize.ofBytes(5 * heap.bytes()), MemorySplit.of(0.1, 0.6), true, false);

    Map<String, String> load =
        new LoadPlanner(
                new PcmBulkLoadRules(), UniformPartitioner.hex(new byte[0]), null, null, 1.5)
            .plan(
                new LoadRequest(new TableId("users"), 400_000_000, ByteSize.ofKilobytes(1)),
                target,
                LoadRoute.PUTS)
            .attributes();

    assertThat(load)
        .containsEntry("hbase.hstore.blockingStoreFiles", policy.get("blockingStoreFiles"))
        .containsEntry("hbase.hstore.compaction.min", policy.get("compactionMin"))
        .containsEntry("hbase.hstore.compaction.max", policy.get("compactionMax"))
        .containsEntry("hbase.hregion.memstore.block.multiplier", policy.get("blockMultiplier"));
  }

  /** PCM-6: what is loaded begins empty, is not empty for long, and is loaded until it is read. */
  @ParameterizedTest
  @CsvSource({
    "true,false,1,true",
    "false,true,1,true",
    "false,false,1,false",
    "false,true,0.9,false"
  })
  void aLoadIsOneForAsLongAsTheTableIsOnlyWrittenTo(
      boolean empty, boolean inForce, BigDecimal writes, boolean applies) {
    for (String name : List.of("pcm-bl", "hconfig-1", "hconfig-4")) {
      assertThat(
              policy(name)
                  .applies(Map.of("emptyTable", empty, "inForce", inForce, "writes", writes)))
          .as(name)
          .contains(applies);
      assertThat(policy(name).hold()).isZero();
    }
  }

  /** PCM-8, and section 5's heaps of 6 GB for point reads and 4 GB for scans, of 8 GB. */
  @Test
  void pcmsHeapAndAdviceFollowTheReads() {
    assertThat(values("pcm-ro", 8, 0)).containsEntry("heap", Long.toString(6L << 30));
    assertThat(values("pcm-ro", 8, 1)).containsEntry("heap", Long.toString(4L << 30));
    assertThat(policy("pcm-ro").advice())
        .anyMatch(advice -> advice.startsWith("60 client threads"))
        .anyMatch(advice -> advice.startsWith("4 regions on each RegionServer"));
    assertThat(policy("pcm-wo").advice()).singleElement().asString().startsWith("4 client threads");
  }

  @Test
  void pcmsBlocksFollowTheReads() {
    assertThat(values("pcm-ro", 8, 0)).containsEntry("blockSize", "16384");
    assertThat(values("pcm-ro", 8, 1)).containsEntry("blockSize", "262144");
  }

  /** PCM's other two split policies (PCM-11): for keys that stay together, and for none at all. */
  @Test
  void anOwnPolicyMaySplitByThePrefixOfKeysOrNotAtAll() throws Exception {
    String packageName = "org.apache.hadoop.hbase.regionserver.";
    Map<String, String> byPrefix =
        splitting(
            "splitPolicy: %sKeyPrefixRegionSplitPolicy\n  splitKeyPrefix: 8"
                .formatted(packageName));
    Map<String, String> never =
        splitting("splitPolicy: %sDisabledRegionSplitPolicy".formatted(packageName));

    assertThat(byPrefix)
        .containsEntry("splitPolicy", packageName + "KeyPrefixRegionSplitPolicy")
        .containsEntry("splitKeyPrefix", "8");
    assertThat(never).containsEntry("splitPolicy", packageName + "DisabledRegionSplitPolicy");
  }

  private static Map<String, String> splitting(String lines) throws Exception {
    Policy own =
        PolicyFile.parse(
            "own.yaml",
            """
            schema: proteus/policy/1
            name: own
            title: ours
            source: measured here
            workload:
              class: WO
              when: "writes == 1"
            set:
              %s
            """
                .formatted(lines),
            CATALOGUE);
    return own.valuesFor(
        PresentValues.byDefault(CATALOGUE, PolicyFile.situation(8L << 30, 400L << 30, 5, 0)),
        CATALOGUE);
  }

  @Test
  void hconfigsLastStepHasAllThatItsStepsSay() {
    assertThat(values("hconfig-4", 8, 0))
        .containsEntry("flushSize", Long.toString(512L << 20))
        .containsEntry("memstoreShare", "0.5")
        .containsEntry("blockingStoreFiles", "20")
        .containsEntry("compactionMin", "12")
        .containsEntry("compactionMax", "12")
        .containsEntry("compactionCells", "20")
        .containsEntry("blockMultiplier", "4");
    assertThat(values("hconfig-1", 8, 0)).doesNotContainKey("compactionMin");
  }

  @ParameterizedTest
  @CsvSource({
    "met-read,0.55,0.1,32768", "met-write,0.1,0.55,65536",
    "met-read-write,0.45,0.2,32768", "met-scan,0.55,0.1,131072"
  })
  void metsProfilesAreThePapers(String name, String cache, String memstore, String block) {
    assertThat(values(name, 8, 0))
        .containsEntry("blockCacheShare", cache)
        .containsEntry("memstoreShare", memstore)
        .containsEntry("blockSize", block);
  }

  @Test
  void everyMixOfReadsAndWritesIsOneClassOfPcmAndNoOther() {
    for (int percent = 0; percent <= 100; percent++) {
      BigDecimal reads = BigDecimal.valueOf(percent, 2);
      for (boolean empty : List.of(true, false)) {
        Map<String, Object> situation = new HashMap<>();
        situation.put("reads", reads);
        situation.put("writes", BigDecimal.ONE.subtract(reads));
        situation.put("emptyTable", empty);
        situation.put("inForce", false);
        assertThat(
                POLICIES.stream()
                    .filter(policy -> policy.name().startsWith("pcm-"))
                    .filter(policy -> policy.applies(situation).orElseThrow())
                    .map(Policy::name))
            .as("%s reads, empty %s", reads, empty)
            .hasSize(1);
      }
    }
  }

  @Test
  void ofThoseThatAreOnNoTwoAreForTheSameClass() {
    assertThat(POLICIES.stream().filter(Policy::enabled).map(Policy::workload))
        .doesNotHaveDuplicates()
        .hasSize(8);
  }
}
