package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Relation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalogue against HBase's own jars, of each version that it knows. */
class ParameterCatalogueTest {
  private static final ParameterCatalogue CATALOGUE =
      CatalogueFile.shipped(HBaseEngine.catalogue());

  /** Read by the script that starts a server, which is in none of its jars. */
  private static final String OF_THE_SCRIPT = "HBASE_HEAPSIZE";

  @Test
  void theFileIsAsItsSchemaSays() throws Exception {
    String json =
        new ObjectMapper().writeValueAsString(new YAMLMapper().readTree(HBaseEngine.catalogue()));

    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(
                    Files.readString(Path.of("../../docs/schema/parameter-catalogue.schema.json")))
                .validate(json, InputFormat.JSON))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5", "2.6"})
  void everyDefaultIsTheOneInHBasesJars(String version) throws Exception {
    List<String> wrong = new ArrayList<>();
    int compared = 0;
    try (HBaseJars jars = HBaseJars.of(version)) {
      for (Parameter parameter : CATALOGUE.parameters()) {
        String stated = parameter.defaultIn(version).orElse("");
        String real = real(parameter, jars);
        compared += stated.isEmpty() ? 0 : 1;
        if (!parameter.unit().same(stated, real)) {
          wrong.add("%s: stated '%s', is '%s'".formatted(parameter.name(), stated, real));
        }
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(compared).isGreaterThan(50);
  }

  /** Where the file says that the default is; else HBase's file must have none. */
  private static String real(Parameter parameter, HBaseJars jars) throws Exception {
    String from = parameter.defaultFrom();
    if (from.startsWith("constant ")) {
      return jars.constant(from.substring("constant ".length()));
    }
    String[] parts = from.split(" ", 2);
    if (parts[0].endsWith("-default.xml")) {
      String key = parts.length == 2 ? parts[1] : parameter.key();
      return jars.properties(parts[0]).getOrDefault(key, "there is none");
    }
    return jars.properties("hbase-default.xml").getOrDefault(parameter.key(), "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5", "2.6"})
  void everyKeyIsOneThatHBaseReads(String version) throws Exception {
    List<String> unread = new ArrayList<>();
    try (HBaseJars jars = HBaseJars.of(version)) {
      Map<String, String> hdfs = jars.properties("hdfs-default.xml");
      String classes = jars.classesAsText();
      for (String key : CATALOGUE.keys()) {
        if (!classes.contains(key) && !hdfs.containsKey(key) && !key.equals(OF_THE_SCRIPT)) {
          unread.add(key);
        }
      }
    }

    assertThat(unread).isEmpty();
  }

  @Test
  void whatCompetesSaysSoOnBothSides() {
    Map<String, Parameter> parameters = CATALOGUE.byName();

    assertThat(parameters.get("blockCacheShare").relations())
        .anyMatch(
            relation ->
                relation.kind() == Relation.Kind.COMPETES_WITH
                    && relation.parameter().equals("memstoreShare"));
    assertThat(parameters.get("memstoreShare").relations())
        .anyMatch(
            relation ->
                relation.kind() == Relation.Kind.COMPETES_WITH
                    && relation.parameter().equals("blockCacheShare"));
    assertThat(parameters.get("flushSize").relations())
        .anyMatch(relation -> relation.parameter().equals("heap"));
  }
}
