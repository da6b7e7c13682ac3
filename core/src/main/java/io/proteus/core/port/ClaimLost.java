package io.proteus.core.port;

/** The sole right to act on the cluster is not held, or it cannot be told; nothing was changed. */
public final class ClaimLost extends PortException {
  private static final long serialVersionUID = 1L;

  public ClaimLost(String message) {
    super(message);
  }

  public ClaimLost(String message, Throwable cause) {
    super(message, cause);
  }
}
