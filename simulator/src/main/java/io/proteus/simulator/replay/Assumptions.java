package io.proteus.simulator.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * What a journal does not tell: how big rows are, what clients do between two requests, what the
 * machines are. Written as in a scenario; each has a default that is one.
 *
 * @param given by the user, as key and value
 */
public record Assumptions(Map<String, String> given) {
  private static final String HARDWARE = "hardware.";
  private static final String CORE_SPEED = "hardware.coreSpeed";
  private static final String PARTITION_SIZE = "partitionSize";

  private static final List<String> OF_CLUSTER = List.of("blockSize", "memory", "online");
  private static final List<String> OF_TENANTS =
      List.of("clients", "think", "rowSize", "scanRows", "hotData", "hotRequests");

  /** What a request may take before a client that wants its rate runs out of turns. */
  private static final double CLIENT_SECONDS = 0.05;

  private static final int LEAST_CLIENTS = 50;
  private static final String USUAL_PARTITION = "1GB";

  public Assumptions {
    given = new LinkedHashMap<>(given);
    for (String key : given.keySet()) {
      if (!key.startsWith(HARDWARE)
          && !OF_CLUSTER.contains(key)
          && !OF_TENANTS.contains(key)
          && !key.equals(PARTITION_SIZE)) {
        throw new InvalidValue(
            "--assume %s: a replay does not assume that. It assumes: %s."
                .formatted(key, String.join(", ", keys())));
      }
    }
  }

  public static Assumptions none() {
    return new Assumptions(Map.of());
  }

  /** All that may be given. */
  public static List<String> keys() {
    List<String> keys = new ArrayList<>(List.of("hardware.KEY", PARTITION_SIZE));
    keys.addAll(new TreeSet<>(OF_CLUSTER));
    keys.addAll(new TreeSet<>(OF_TENANTS));
    return keys;
  }

  /** Whether the speed of the nodes' cores was given, and is not to be fitted. */
  boolean knowsSpeed() {
    return given.containsKey(CORE_SPEED);
  }

  /** What the journal tells itself is not assumed: it would be passed over in silence. */
  void refuseWhatIsRecorded() {
    String size = given.get(PARTITION_SIZE);
    if (size != null) {
      throw new InvalidValue(
          "--assume %s=%s: this journal tells the size of each partition, so want none. Leave it out."
              .formatted(PARTITION_SIZE, size));
    }
  }

  /** Of partitions whose size was not written down. */
  ByteSize partitionSize() {
    return ByteSize.parse(Objects.requireNonNullElse(given.get(PARTITION_SIZE), USUAL_PARTITION));
  }

  /**
   * A scenario with tenants of these names; what they ask for is not in it.
   *
   * @param peaks most requests a second, by tenant
   */
  Scenario scenario(
      String name,
      String description,
      long seconds,
      int nodes,
      Map<String, Double> peaks,
      Map<String, Object> proteus) {
    Map<String, Object> whole = new LinkedHashMap<>();
    whole.put("name", name);
    whole.put("description", description);
    whole.put("lasts", seconds + "s");
    whole.put("nodes", nodes);
    Map<String, Object> hardware = new LinkedHashMap<>();
    given.forEach(
        (key, value) -> {
          if (key.startsWith(HARDWARE)) {
            hardware.put(key.substring(HARDWARE.length()), value);
          } else if (OF_CLUSTER.contains(key)) {
            whole.put(key, value);
          }
        });
    whole.put("hardware", hardware);
    whole.put("tenants", peaks.entrySet().stream().map(this::tenant).toList());
    whole.put("proteus", proteus);
    try {
      return ScenarioFile.parseUnseen("--assume", new YAMLMapper().writeValueAsString(whole));
    } catch (JsonProcessingException e) {
      throw new InvalidValue("--assume: cannot be read: " + e.getOriginalMessage());
    }
  }

  private Map<String, Object> tenant(Map.Entry<String, Double> peak) {
    Map<String, Object> tenant = new LinkedHashMap<>();
    tenant.put("name", peak.getKey());
    tenant.put("operations", Map.of("read", 1));
    tenant.put("clients", Math.max(LEAST_CLIENTS, Math.ceil(peak.getValue() * CLIENT_SECONDS)));
    tenant.put("rate", Math.max(1, peak.getValue()));
    given.forEach(
        (key, value) -> {
          if (OF_TENANTS.contains(key)) {
            tenant.put(key, value);
          }
        });
    return tenant;
  }
}
