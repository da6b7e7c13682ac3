package io.proteus.engine.hbase;

import io.proteus.core.parameter.ReportedValue;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A server's own configuration as its {@code /conf} servlet tells it, with the file of each value.
 */
final class ReportedSettings {
  private static final String NO_FILE = "the server, which does not say from where";

  private ReportedSettings() {}

  static InfoServers.Reading<Map<String, ReportedValue>> reading(Set<String> keys) {
    return servlets -> parse(servlets.get("/conf?format=json"), keys);
  }

  /**
   * @param keys those that are kept of some two thousand
   */
  static Map<String, ReportedValue> parse(byte[] conf, Set<String> keys) throws IOException {
    Map<String, ReportedValue> values = new HashMap<>();
    String[] key = {""};
    Json.read(
        conf,
        (field, value) -> {
          if (field.equals("key")) {
            key[0] = value.getText();
          } else if (field.equals("value") && keys.contains(key[0])) {
            values.put(key[0], new ReportedValue(value.getText(), NO_FILE));
          } else if (field.equals("resource") && keys.contains(key[0])) {
            String file = value.getText();
            values.computeIfPresent(
                key[0], (known, reported) -> new ReportedValue(reported.value(), file));
          }
        });
    return values;
  }
}
