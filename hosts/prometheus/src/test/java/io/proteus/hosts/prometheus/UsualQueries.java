package io.proteus.hosts.prometheus;

import io.proteus.core.setting.Key;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** The settings with the defaults that the record declares. */
final class UsualQueries {
  private UsualQueries() {}

  static PrometheusSettings of(URI server) {
    return new PrometheusSettings(
        server,
        usual("cpu"),
        usual("ioWait"),
        usual("memory"),
        usual("label"),
        Map.of(),
        Optional.empty(),
        Duration.ofSeconds(5));
  }

  private static String usual(String name) {
    return Arrays.stream(PrometheusSettings.class.getRecordComponents())
        .filter(component -> component.getName().equals(name))
        .map(component -> component.getAnnotation(Key.class).usual())
        .findFirst()
        .orElseThrow();
  }
}
