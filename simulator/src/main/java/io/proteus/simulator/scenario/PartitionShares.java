package io.proteus.simulator.scenario;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** {@code 4}: so many equal ones; or {@code [0.7, 0.3]}: the share of each. */
final class PartitionShares extends StdDeserializer<List<Double>> {
  private static final long serialVersionUID = 1;

  /** Ten times the regions of the largest cluster that decisions are measured with. */
  private static final int MOST = 1_000_000;

  PartitionShares() {
    super(List.class);
  }

  @Override
  public List<Double> deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    JsonNode given = context.readTree(parser);
    if (given.isArray()) {
      List<Double> shares = new ArrayList<>();
      for (JsonNode share : given) {
        if (!share.isNumber()) {
          throw unwanted(given);
        }
        shares.add(share.doubleValue());
      }
      return shares;
    }
    if (!given.isIntegralNumber()
        || !given.canConvertToInt()
        || given.intValue() < 1
        || given.intValue() > MOST) {
      throw unwanted(given);
    }
    return Collections.nCopies(given.intValue(), 1.0 / given.intValue());
  }

  private static InvalidValue unwanted(JsonNode given) {
    return new InvalidValue(
        "want a number of partitions, 1 to %d, or the share of each such as [0.7, 0.3], got %s."
            .formatted(MOST, given));
  }
}
