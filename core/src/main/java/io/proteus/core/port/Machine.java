package io.proteus.core.port;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.units.InvalidValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A machine of this cluster as its cloud knows it.
 *
 * @param id the cloud's own
 * @param node that is to be on it
 * @param created when the cloud was asked for it
 * @param type as the cloud names it; empty where there are none
 * @param zone in which it is; empty where there are none
 * @param pricePerHour empty where it is not known, which is not zero
 * @param tags all that it carries
 */
public record Machine(
    String id,
    NodeId node,
    Instant created,
    Optional<String> type,
    Optional<String> zone,
    Optional<BigDecimal> pricePerHour,
    Map<String, String> tags) {
  public Machine {
    tags = Map.copyOf(tags);
    if (pricePerHour.isPresent() && pricePerHour.get().signum() < 0) {
      throw new InvalidValue(
          "%s: want a price of 0 or more, got %s.".formatted(id, pricePerHour.get()));
    }
  }

  /** One of which only the node and the start are known. */
  public static Machine of(NodeId node, Instant created) {
    return new Machine(
        node.value(),
        node,
        created,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }
}
