package io.proteus.core.port;

/** Another Proteus acts on the cluster. The message says who, where and since when. */
public final class AlreadyClaimed extends PortException {
  private static final long serialVersionUID = 1L;

  public AlreadyClaimed(String message) {
    super(message);
  }
}
