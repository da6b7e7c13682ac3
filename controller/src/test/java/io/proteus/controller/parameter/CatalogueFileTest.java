package io.proteus.controller.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.parameter.ParameterCatalogue;
import org.junit.jupiter.api.Test;

class CatalogueFileTest {
  static final String SMALL =
      """
      schema: proteus/parameter-catalogue/1
      store: Store
      versions: ["1", "2"]
      measured: {heap: bytes}
      parameters:
        - name: cache
          key: store.cache
          older: [old.cache]
          group: memory
          meaning: share of the heap that caches
          unit: share
          range: {min: 0, max: 0.8}
          default: {"1": 0.25, "2": 0.4}
          defaultFrom: store.xml
          scope: [node]
          effect: restart
          how: restart it
          related:
            - {kind: competes-with, parameter: buffer, why: both are parts of the heap}
        - name: buffer
          key: store.buffer
          group: memory
          meaning: bytes that a table buffers
          unit: bytes
          default: 1048576
          defaultFrom: store.xml
          scope: [node, table, column-family]
          attributes: {table: BUFFER}
          effect: table-alter
          how: alter the table
          recommended: {formula: heap / 8, source: somebody}
      contradictions:
        - name: too-much
          severity: error
          when: cache * heap + buffer > heap * 0.8
          says: "cache {cache} and buffer {buffer} of {heap}"
          source: somebody
      """;

  static ParameterCatalogue small() {
    try {
      return CatalogueFile.parse("small.yaml", SMALL);
    } catch (InvalidConfiguration e) {
      throw new AssertionError(e);
    }
  }

  private static String refused(String from, String to) {
    assertThat(SMALL).contains(from);
    return catchThrowableOfType(
            InvalidConfiguration.class,
            () -> CatalogueFile.parse("small.yaml", SMALL.replace(from, to)))
        .getMessage();
  }

  @Test
  void aDefaultMayDifferFromVersionToVersion() {
    var cache = small().find("store.cache").orElseThrow();

    assertThat(cache.defaultIn("1")).contains("0.25");
    assertThat(cache.defaultIn("2")).contains("0.4");
    assertThat(small().find("BUFFER").orElseThrow().defaultIn("2")).contains("1048576");
    assertThat(small().find("old.cache")).contains(cache);
    assertThat(small().versionOf("2.1-patched")).contains("2");
  }

  @Test
  void aMistypedKeyIsNamedWithFileLineAndTheKeyThatWasMeant() {
    assertThat(refused("meaning: bytes", "meanning: bytes"))
        .contains(
            "small.yaml:23: parameters[1].meanning: there is no such setting. Maybe meaning.");
  }

  @Test
  void aFormulaOfSomethingUnknownIsRefused() {
    assertThat(refused("formula: heap / 8", "formula: heap / ram"))
        .contains("small.yaml:31: parameters[1].recommended.formula: there is no ram.");
    assertThat(refused("cache * heap + buffer", "cache * (heap + buffer"))
        .contains("contradictions[0].when: want a formula");
    assertThat(refused("{buffer} of", "{bufer} of"))
        .contains("contradictions[0].says: {bufer}: there is no such parameter.");
  }

  @Test
  void aWordThatIsNoneOfTheChoicesIsRefused() {
    assertThat(refused("effect: table-alter", "effect: table-altar"))
        .contains("small.yaml:29: parameters[1].effect: want one of online,")
        .contains("Maybe 'table-alter'");
  }

  @Test
  void aDefaultThatTheUnitDoesNotTakeIsRefused() {
    assertThat(refused("default: 1048576", "default: 1MB"))
        .contains("buffer: want bytes as its default in")
        .contains("got '1MB'");
  }

  @Test
  void aRelationToNothingIsRefused() {
    assertThat(refused("parameter: buffer, why", "parameter: budget, why"))
        .contains("cache: competes-with budget, which is not in the catalogue.");
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    String twice =
        SMALL.replace("effect: restart", "effect: never").replace("unit: bytes", "unit: byte");

    assertThat(
            catchThrowableOfType(
                    InvalidConfiguration.class, () -> CatalogueFile.parse("small.yaml", twice))
                .problems())
        .hasSize(2);
  }
}
