package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyLibrary;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.TakesEffect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is shipped for Redis holds together. */
class RedisGuideTest {
  private static final RedisGuide GUIDE = new RedisGuide();
  private static final ParameterCatalogue CATALOGUE = CatalogueFile.of(GUIDE);
  private static final List<Policy> POLICIES = PolicyLibrary.of(GUIDE, CATALOGUE);

  @Test
  void whatANodeTakesWhileItRunsIsInTheCatalogueWithItsDefault() {
    OnlineSettings.DEFAULTS.forEach(
        (key, usual) -> {
          Parameter parameter = CATALOGUE.find(key).orElseThrow(() -> new AssertionError(key));
          assertThat(parameter.effect()).as(key).isEqualTo(TakesEffect.ONLINE);
          for (String version : CATALOGUE.versions()) {
            assertThat(parameter.defaultIn(version)).as("%s in %s", key, version).hasValue(usual);
          }
        });
  }

  @Test
  void policiesSetWhatCanBeSetOnlineAndTakenOffAgain() {
    Map<String, Parameter> parameters = CATALOGUE.byName();
    assertThat(POLICIES).hasSize(4);
    for (Policy policy : POLICIES) {
      for (String name : policy.values().keySet()) {
        Parameter parameter = parameters.get(name);
        assertThat(parameter).as(name).isNotNull();
        assertThat(OnlineSettings.DEFAULTS).as(policy.name()).containsKey(parameter.key());
      }
    }
  }

  /** Nobody's store becomes a cache by a guess. */
  @Test
  void noPolicyTakesPartByItself() {
    assertThat(POLICIES).noneMatch(Policy::enabled);
  }

  @Test
  void onlyACacheAndCountersLoseKeysForWantOfMemory() {
    assertThat(POLICIES)
        .filteredOn(policy -> !"noeviction".equals(policy.values().get("maxmemoryPolicy")))
        .extracting(Policy::name)
        .containsExactlyInAnyOrder("redis-cache", "redis-counter");
  }
}
