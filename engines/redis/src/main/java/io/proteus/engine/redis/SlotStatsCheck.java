package io.proteus.engine.redis;

import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Valkeys that end with a failed assertion when a follower becomes a primary while CPU of slots is
 * counted (valkey-io/valkey issue 1912, mended by pull request 1950).
 */
record SlotStatsCheck(RedisStore store) implements StoreCheck {
  static final String KEY = "cluster-slot-stats-enabled";

  private static final Set<String> ENDING =
      Set.of("valkey-8.0.0", "valkey-8.0.1", "valkey-8.0.2", "valkey-8.1.0");

  @Override
  public String name() {
    return "slot-stats";
  }

  @Override
  public List<Finding> findings(Topology topology) throws PortException {
    Views now = store.look();
    List<String> ending = new ArrayList<>();
    String version = "";
    for (Member primary : now.primaries()) {
      if (now.isFollowed(primary) && isCounting(primary.address())) {
        String its = version(primary.address());
        if (ends(its)) {
          ending.add(primary.address());
          version = its;
        }
      }
    }
    return ending.isEmpty() ? List.of() : List.of(finding(ending, version));
  }

  /** Whether this version ends so. */
  static boolean ends(String version) {
    return ENDING.contains(version);
  }

  private String version(String address) throws PortException {
    return ToldSettings.version(
        Figures.parse(store.connections().ask(address, node -> node.info("server"))));
  }

  private boolean isCounting(String address) throws PortException {
    return "yes".equals(store.connections().ask(address, node -> node.configGet(KEY)).get(KEY));
  }

  private Finding finding(List<String> ending, String version) {
    return Finding.of(
        name(),
        Severity.ERROR,
        ending,
        Sentence.of(
            "%s with %s yes on %s: a follower that becomes a primary ends with its first command",
            version, KEY, Few.of(ending)),
        Sentence.of(
            "the shard is down when it fails over, and what only that follower had is lost"),
        Sentence.of(
            "install Valkey 8.0.3, 8.1.1 or newer; until then, set %s to no: loads of slots are"
                + " apportioned then",
            KEY),
        "CONFIG SET %s no".formatted(KEY));
  }
}
