package io.proteus.simulator.scenario;

import io.proteus.controller.settings.Kind;
import io.proteus.controller.settings.YamlNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * {@code 4}: so many equal ones; {@code [0.7, 0.3]}: the share of each; or {@code {count: 256,
 * zipf: 0.9}}: the share of the k-th is as k to the power of -0.9, and which one is the k-th is by
 * chance, the same one each time.
 */
final class PartitionShares {
  /** Ten times the regions of the largest cluster that decisions are measured with. */
  private static final int MOST = 1_000_000;

  private static final String COUNT = "count";
  private static final String ZIPF = "zipf";

  /** With it the first of many has half of all. */
  private static final double STEEPEST = 2;

  static final Kind<List<Double>> KIND =
      new Kind<>(
          "count or list of shares",
          "a number of partitions, 1 to %d, the share of each such as [0.7, 0.3], or {count: 256, zipf: 0.9}"
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
                      Map.of("type", "number", "minimum", 0, "maximum", 1)),
                  Map.of(
                      "type",
                      "object",
                      "required",
                      List.of(COUNT, ZIPF),
                      "additionalProperties",
                      false,
                      "properties",
                      Map.of(
                          COUNT,
                          Map.of("type", "integer", "minimum", 1, "maximum", MOST),
                          ZIPF,
                          Map.of("type", "number", "minimum", 0, "maximum", STEEPEST))))),
          PartitionShares::read);

  private PartitionShares() {}

  private static List<Double> read(YamlNode given) {
    if (given instanceof YamlNode.Sequence several) {
      return several.items().stream().map(PartitionShares::number).toList();
    }
    if (given instanceof YamlNode.Mapping uneven) {
      return byZipf(uneven);
    }
    int count = count(given);
    return Collections.nCopies(count, 1.0 / count);
  }

  private static List<Double> byZipf(YamlNode.Mapping given) {
    Map<String, YamlNode> values = new HashMap<>();
    given.entries().forEach(entry -> values.put(entry.key(), entry.value()));
    YamlNode counted = values.get(COUNT);
    YamlNode exponent = values.get(ZIPF);
    if (counted == null || exponent == null || values.size() != 2) {
      throw new IllegalArgumentException("");
    }
    int count = count(counted);
    double zipf = number(exponent);
    if (!(zipf >= 0 && zipf <= STEEPEST)) {
      throw new IllegalArgumentException("");
    }
    List<Double> shares = new ArrayList<>();
    double all = 0;
    for (int rank = 1; rank <= count; rank++) {
      all += Math.pow(rank, -zipf);
    }
    for (int rank = 1; rank <= count; rank++) {
      shares.add(Math.pow(rank, -zipf) / all);
    }
    Collections.shuffle(shares, new Random(count));
    return shares;
  }

  private static int count(YamlNode given) {
    double count = number(given);
    if (count != Math.rint(count) || count < 1 || count > MOST) {
      throw new IllegalArgumentException("");
    }
    return (int) count;
  }

  private static double number(YamlNode given) {
    if (given instanceof YamlNode.Scalar scalar) {
      return Double.parseDouble(scalar.text());
    }
    throw new IllegalArgumentException("");
  }
}
