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
 * @param takenBack how the cloud says that it is about to take the machine, as with spot instances;
 *     empty where it says nothing of the kind
 */
public record Machine(
    String id,
    NodeId node,
    Instant created,
    Optional<String> type,
    Optional<String> zone,
    Optional<BigDecimal> pricePerHour,
    Map<String, String> tags,
    Optional<String> takenBack) {
  public Machine {
    tags = Map.copyOf(tags);
    if (pricePerHour.isPresent() && pricePerHour.get().signum() < 0) {
      throw new InvalidValue(
          "%s: want a price of 0 or more, got %s.".formatted(id, pricePerHour.get()));
    }
  }

  /** One that stays. */
  public Machine(
      String id,
      NodeId node,
      Instant created,
      Optional<String> type,
      Optional<String> zone,
      Optional<BigDecimal> pricePerHour,
      Map<String, String> tags) {
    this(id, node, created, type, zone, pricePerHour, tags, Optional.empty());
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
