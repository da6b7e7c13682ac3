package io.proteus.simulator.scenario;

import io.proteus.controller.settings.Kind;
import io.proteus.controller.settings.YamlNode;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** {@code 4}: so many equal ones; or {@code [0.7, 0.3]}: the share of each. */
final class PartitionShares {
  /** Ten times the regions of the largest cluster that decisions are measured with. */
  private static final int MOST = 1_000_000;

  static final Kind<List<Double>> KIND =
      new Kind<>(
          "count or list of shares",
          "a number of partitions, 1 to %d, or the share of each such as [0.7, 0.3]"
              .formatted(MOST),
          Map.of(
              "oneOf",
              List.of(
                  Map.of("type", "integer", "minimum", 1, "maximum", MOST),
                  Map.of(
                      "type",
                      "array",
                      "minItems",
                      1,
                      "items",
                      Map.of("type", "number", "minimum", 0, "maximum", 1)))),
          PartitionShares::read);

  private PartitionShares() {}

  private static List<Double> read(YamlNode given) {
    if (given instanceof YamlNode.Sequence several) {
      return several.items().stream().map(PartitionShares::number).toList();
    }
    double count = number(given);
    if (count != Math.rint(count) || count < 1 || count > MOST) {
      throw new IllegalArgumentException("");
    }
    return Collections.nCopies((int) count, 1.0 / count);
  }

  private static double number(YamlNode given) {
    if (given instanceof YamlNode.Scalar scalar) {
      return Double.parseDouble(scalar.text());
    }
    throw new IllegalArgumentException("");
  }
}
