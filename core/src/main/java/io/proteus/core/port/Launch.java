package io.proteus.core.port;

import io.proteus.core.units.InvalidValue;
import java.util.Map;

/**
 * The start of one more machine.
 *
 * @param total how many nodes there are to be afterwards, those still starting included
 * @param settings of the new node, in the store's own keys; a cloud that configures machines by
 *     user data makes it from these
 * @param token the same for the same step of the same plan, after a crash too; a cloud that was
 *     given it before starts nothing more
 * @param plan in which the start is a step
 * @param neighbours that run already; unknown unless the cloud asks for them ({@link
 *     Machines#neighboursWanted})
 */
public record Launch(
    int total, Map<String, String> settings, String token, String plan, Neighbours neighbours) {
  public Launch {
    settings = Map.copyOf(settings);
    if (token.isBlank() || plan.isBlank()) {
      throw new InvalidValue(
          "launch: want a token and a plan, got '%s', '%s'.".formatted(token, plan));
    }
  }

  /** A start of whose neighbours nothing is known. */
  public Launch(int total, Map<String, String> settings, String token, String plan) {
    this(total, settings, token, plan, Neighbours.UNKNOWN);
  }

  /** The same, beside nodes of which something is known. */
  public Launch beside(Neighbours known) {
    return new Launch(total, settings, token, plan, known);
  }

  /** The start that one step of a plan asks for. */
  public static Launch of(int total, Map<String, String> settings, String plan, int step) {
    return new Launch(total, settings, token(plan, step), plan);
  }

  /** The token of an order that one step of a plan gives. */
  public static String token(String plan, int step) {
    return "%s-%d".formatted(plan, step);
  }
}
