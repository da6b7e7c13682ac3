package io.proteus.lab.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.proteus.lab.result.ElasticityRun.Decided;
import io.proteus.lab.result.ElasticityRun.Point;
import io.proteus.lab.result.ElasticityRun.Where;
import io.proteus.workloads.tenant.MetTenants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElasticityFileTest {
  private static final Path SCHEMA = Path.of("../docs/schema/elasticity-result.schema.json");
  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  @TempDir private Path folder;

  @Test
  void theFileIsAsItsSchemaSays() throws Exception {
    String text = written();

    assertThat(schema().validate(new ObjectMapper().readTree(text))).isEmpty();
    assertThat(text).contains("\"registrationSeconds\" : 7.5").contains("\"lost\" : 0");
  }

  @Test
  void theSchemaRefusesWhatIsNotDescribed() throws Exception {
    String text = written().replace("\"placementSeconds\"", "\"placement\"");

    assertThat(schema().validate(new ObjectMapper().readTree(text))).isNotEmpty();
  }

  @Test
  void whatWasNotMeasuredIsAbsent() throws Exception {
    assertThat(written()).doesNotContain("null").doesNotContain("removingSeconds");
  }

  @Test
  void aLostWriteIsNotClean() {
    ElasticityRun lost =
        run(Where.REAL, new IntegrityCheck("met", 10, 1, 0, List.of("row 7")), List.of());

    assertThat(lost.isClean()).isFalse();
    assertThat(run(Where.SIMULATED, null, List.of()).isClean()).isTrue();
  }

  private String written() throws IOException {
    Path file = folder.resolve("result.json");
    ExperimentFile.write(file, result());
    return Files.readString(file);
  }

  private static ElasticityResult result() {
    return new ElasticityResult(
        ElasticityResult.SCHEMA,
        START,
        START.plusSeconds(400),
        new Environment(
            "0.1.0", "HBase 2.6.4", "17.0.15", "Linux", 2, 24L << 30, 3, 512L << 20, 0.18),
        new Parameters(1, 60, 360, 1000, 7),
        "name: elasticity\n",
        MetTenants.all().stream().map(TenantDescription::of).toList(),
        List.of(
            run(Where.SIMULATED, null, List.of()),
            run(Where.REAL, new IntegrityCheck("met", 1_000, 0, 0, List.of()), List.of(added()))));
  }

  private static Resize added() {
    return new Resize(
        START.plusSeconds(70),
        3,
        4,
        "NODES_OVERLOADED: 3 of 3",
        "all steps are over, 9 were needed",
        List.of(new Resize.Joining("rs4", 0.2, 6.0, 7.5)),
        new Resize.Times(60, 14.0, 2.0, 12.0, 20.0, null),
        new Resize.Work(4, 1 << 20, 4, 1 << 20),
        new Resize.Side(1_000, 20.0, 180.0, 990.0, 1.3, 5L << 20, 1.0, 0.99, 1.0),
        null);
  }

  private static ElasticityRun run(
      Where where, @org.jspecify.annotations.Nullable IntegrityCheck check, List<Resize> resized) {
    return new ElasticityRun(
        "met",
        where,
        360,
        500_000,
        12.5,
        0.35,
        4,
        3,
        2,
        0,
        check == null ? null : Long.valueOf(0),
        check,
        List.of(new Point(10, 1_400, 12.5, 3, null)),
        resized,
        List.of(new Decided(70, List.of("NODES_OVERLOADED: 3 of 3"), "all steps are over")),
        List.of());
  }

  private static JsonSchema schema() throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(SCHEMA));
  }
}
