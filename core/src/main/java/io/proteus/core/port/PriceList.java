package io.proteus.core.port;

import io.proteus.core.units.InvalidValue;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What machines cost an hour, as an operator lists it.
 *
 * @param perHour by type of machine, or by host where there are no types; under {@link #ANY} those
 *     that are not listed
 */
public record PriceList(Map<String, BigDecimal> perHour) {
  /** Stands for every type that is not listed. */
  public static final String ANY = "any";

  /** Nothing is known. */
  public static final PriceList NONE = new PriceList(Map.of());

  public PriceList {
    perHour = new LinkedHashMap<>(perHour);
    perHour.forEach(
        (type, price) -> {
          if (price.signum() < 0) {
            throw new InvalidValue(
                "prices: %s: want a price of 0 or more, got %s.".formatted(type, price));
          }
        });
    perHour = Collections.unmodifiableMap(perHour);
  }

  /** The price of a machine of this type; empty where it is not known. */
  public Optional<BigDecimal> of(String type) {
    return Optional.ofNullable(perHour.getOrDefault(type, perHour.get(ANY)));
  }

  /** The price of a machine that has no type. */
  public Optional<BigDecimal> ofAny() {
    return Optional.ofNullable(perHour.get(ANY));
  }
}
