package io.proteus.core.port;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a machine of Proteus is known among others. All clouds write the same tags.
 *
 * @param cluster whose it is
 * @param plan that started it
 * @param token of its start
 */
public record MachineTags(String cluster, String plan, String token) {
  public static final String BY = "proteus-by";
  public static final String CLUSTER = "proteus-cluster";
  public static final String PLAN = "proteus-plan";
  public static final String TOKEN = "proteus-token";
  private static final String PROTEUS = "proteus";

  /** The tags of a machine that is started. */
  public static MachineTags of(String cluster, Launch launch) {
    return new MachineTags(cluster, launch.plan(), launch.token());
  }

  /** As a cloud stores them. */
  public Map<String, String> asMap() {
    return new TreeMap<>(Map.of(BY, PROTEUS, CLUSTER, cluster, PLAN, plan, TOKEN, token));
  }

  /** What a machine's tags say; empty where Proteus did not start it, or not for a cluster. */
  public static Optional<MachineTags> read(Map<String, String> tags) {
    String cluster = tags.get(CLUSTER);
    return cluster == null || !PROTEUS.equals(tags.get(BY))
        ? Optional.empty()
        : Optional.of(
            new MachineTags(cluster, tags.getOrDefault(PLAN, ""), tags.getOrDefault(TOKEN, "")));
  }
}
