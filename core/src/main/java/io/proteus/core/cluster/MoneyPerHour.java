package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sayable;
import io.proteus.core.words.Sentence;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What machines cost an hour, in the operator's currency, or how much more or less they do.
 *
 * @param known the sum of the prices that are known; below 0 where less is paid
 * @param unknown of how many machines the price is not known, and not in the sum
 */
public record MoneyPerHour(BigDecimal known, int unknown) implements Sayable {
  public static final MoneyPerHour NOTHING = new MoneyPerHour(BigDecimal.ZERO, 0);

  public MoneyPerHour {
    known = plain(known);
    if (unknown < 0) {
      throw new InvalidValue("money: want 0 or more unknown prices, got %d.".formatted(unknown));
    }
  }

  /** The same number, with as many digits as it needs: 0.10 and 0.1 are the same price. */
  static BigDecimal plain(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /** With one more machine; empty where its price is not known. */
  public MoneyPerHour plus(Optional<BigDecimal> price) {
    return price
        .map(known -> new MoneyPerHour(this.known.add(known), unknown))
        .orElseGet(() -> new MoneyPerHour(known, unknown + 1));
  }

  /** With one machine less; empty where its price is not known. */
  public MoneyPerHour minus(Optional<BigDecimal> price) {
    return plus(price.map(BigDecimal::negate));
  }

  /** The change that it says, as {@code 0.2 an hour more}. */
  @Override
  public Sentence sentence() {
    if (unknown == 0) {
      return change();
    }
    return known.signum() == 0
        ? Sentence.of("not known, as %,d {machine has|machines have} no known price", unknown)
        : Sentence.of("%s, beside %,d {machine|machines} of unknown price", change(), unknown);
  }

  private Sentence change() {
    return known.signum() == 0
        ? Sentence.of("as much an hour as now")
        : Sentence.of(
            known.signum() > 0 ? "%s an hour more" : "%s an hour less",
            known.abs().toPlainString());
  }
}
