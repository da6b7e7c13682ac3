package io.proteus.core.units;

/** Host and port of a listener. */
public record Address(String host, int port) {
  public Address {
    if (port < 1 || port > 65_535) {
      throw new InvalidValue("port: want 1..65535, got %d.".formatted(port));
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
