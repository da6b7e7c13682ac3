package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyLibrary;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Scope;
import io.proteus.core.parameter.TakesEffect;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is shipped for Cassandra holds together, and with Cassandra's own class of settings. */
class CassandraGuideTest {
  private static final Path JARS = Path.of("../../deployments/cassandra-server/target/lib");
  private static final CassandraGuide GUIDE = new CassandraGuide();
  private static final ParameterCatalogue CATALOGUE = CatalogueFile.of(GUIDE);

  @Test
  void defaultsOfNodesAreThoseOfCassandra() throws Exception {
    List<URL> jars = new ArrayList<>();
    for (File jar : JARS.toFile().listFiles((folder, name) -> name.endsWith(".jar"))) {
      jars.add(jar.toURI().toURL());
    }
    List<String> wrong = new ArrayList<>();
    int compared = 0;
    try (URLClassLoader cassandra =
        new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
      Class<?> type = cassandra.loadClass("org.apache.cassandra.config.Config");
      Object config = type.getDeclaredConstructor().newInstance();
      for (Parameter parameter : CATALOGUE.parameters()) {
        if (!parameter.isSetFor(Scope.NODE)) {
          continue;
        }
        Object its = type.getField(parameter.key()).get(config);
        String stated = parameter.defaultIn("5.0").orElse(null);
        if (stated != null) {
          compared++;
          if (its == null || !parameter.unit().same(stated, ToldSettings.plain(its.toString()))) {
            wrong.add("%s: stated %s, is %s".formatted(parameter.key(), stated, its));
          }
        }
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(compared).isGreaterThan(20);
  }

  @Test
  void theCatalogueSaysWhatRunningNodesTakeAndTheirDefaults() {
    Map<String, Parameter> online = new TreeMap<>();
    for (Parameter parameter : CATALOGUE.parameters()) {
      if (parameter.isSetFor(Scope.NODE) && parameter.effect() == TakesEffect.ONLINE) {
        online.put(parameter.key(), parameter);
      }
    }

    assertThat(online).containsOnlyKeys(OnlineSetting.ALL.keySet());
    online.forEach(
        (key, parameter) ->
            assertThat(OnlineSetting.ALL.get(key).usual())
                .as(key)
                .isEqualTo(parameter.defaultIn("5.0")));
  }

  @Test
  void defaultsOfTablesAreThoseThatHandSetOptionsAreToldBy() {
    for (Parameter parameter : CATALOGUE.parameters()) {
      if (parameter.isSetFor(Scope.COLUMN_FAMILY)) {
        assertThat(parameter.defaultIn("5.0"))
            .as(parameter.key())
            .hasValue(TableOptions.USUAL.get(parameter.key()));
      }
    }
  }

  @Test
  void policiesSetWhatATableTakesAsCassandraWritesIt() throws Exception {
    Map<String, Parameter> parameters = CATALOGUE.byName();
    List<Policy> policies = PolicyLibrary.of(GUIDE, CATALOGUE);
    assertThat(policies).hasSize(4);
    for (Policy policy : policies) {
      for (Map.Entry<String, String> value : policy.values().entrySet()) {
        Parameter parameter = parameters.get(value.getKey());
        assertThat(parameter.isSetFor(Scope.COLUMN_FAMILY)).as(value.getKey()).isTrue();
        // a value that is written otherwise than it is told would be set again and again
        assertThat(TableOptions.assignment(parameter.key(), value.getValue()))
            .isEqualTo("%s = %s".formatted(parameter.key(), value.getValue()));
      }
    }
  }

  /** What they gain was not measured. */
  @Test
  void noPolicyTakesPartByItself() {
    assertThat(PolicyLibrary.of(GUIDE, CATALOGUE)).noneMatch(Policy::enabled);
  }
}
