package io.proteus.cloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PriceList;
import io.proteus.core.units.InvalidValue;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceTest {
  private static final String STORE = "example.org/v1/stores/orders";

  @Test
  void findsAndMakesWhatLiesOnAPath() {
    Place place = Place.of(STORE, "settingsPath", "spec.pods").below("orders-1");
    Map<String, Object> content = Map.of("spec", Map.of("pods", Map.of("orders-1", "a=1")));

    assertThat(place.in(content)).isEqualTo("a=1");
    assertThat(place.below("a").in(content)).isNull();
    assertThat(Place.of(STORE, "replicasPath", "spec.size").in(content)).isNull();
    assertThat(place.holding("a=1")).isEqualTo(content);
    assertThat(Place.of(STORE, "replicasPath", "size").holding(3)).isEqualTo(Map.of("size", 3));
    assertThat(Place.ofReplicas("orders").holding(3))
        .isEqualTo(Map.of("spec", Map.of("replicas", 3)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"stores/orders", "example.org/v1/stores/", "a/b/c/d/e", ""})
  void wantsAllOfAnAddress(String address) {
    assertThatThrownBy(() -> settings(Optional.of(address), "spec.size", Optional.empty()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("cloud.resource: want GROUP/VERSION/PLURAL/NAME")
        .hasMessageEndingWith("got " + address + ".");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "spec..size", ".spec", "spec.size[0]"})
  void wantsAPathOfNames(String path) {
    assertThatThrownBy(() -> settings(Optional.of(STORE), path, Optional.empty()))
        .isInstanceOf(InvalidValue.class)
        .hasMessage(
            "cloud.replicasPath: want names with dots between them, such as spec.size, got '%s'.",
            path);
    assertThatThrownBy(() -> settings(Optional.of(STORE), "spec.size", Optional.of(path)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("cloud.settingsPath: want names with dots");
  }

  @Test
  void wantsAResourceForAPathInIt() {
    assertThatThrownBy(
            () -> settings(Optional.empty(), "spec.replicas", Optional.of("spec.podSettings")))
        .isInstanceOf(InvalidValue.class)
        .hasMessage(
            "cloud.settingsPath: want a path in cloud.resource, which is not set, got"
                + " spec.podSettings.");
  }

  private static KubernetesCloudSettings settings(
      Optional<String> resource, String replicasPath, Optional<String> settingsPath) {
    return new KubernetesCloudSettings(
        Optional.empty(),
        "shop",
        "orders",
        Optional.empty(),
        resource,
        replicasPath,
        settingsPath,
        "{pod}",
        new PriceList(Map.of()),
        Optional.empty());
  }
}
