package io.proteus.core.port;

/** The sole right to act on a cluster. It ends by itself when its holder dies. */
public interface Claim extends AutoCloseable {
  /** Whether it still holds; an action must not begin when it does not. */
  boolean isHeld();

  @Override
  void close();
}
