package io.proteus.core.port;

/**
 * The sole right to act on a cluster. It ends by itself when its holder dies, or cannot be heard of
 * for longer than the cluster waits.
 */
public interface Claim extends AutoCloseable {
  /**
   * Whether it still holds, as far as can be told here: when in doubt it does not. An action must
   * not begin when it does not.
   */
  boolean isHeld();

  /**
   * Asks the cluster itself whether it still holds. Meant to be called right before each change: it
   * also fails when so much time passed meanwhile, as while the process stood still, that the
   * answer may no longer be true.
   *
   * @throws ClaimLost when it does not hold, or nobody can tell
   */
  void confirm() throws ClaimLost;

  /** Counts the claims of the cluster: a later claim has a larger number. */
  long epoch();

  @Override
  void close();
}
