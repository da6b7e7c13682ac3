package io.proteus.app.server;

import io.proteus.controller.configuration.ServerSettings;
import io.proteus.core.units.InvalidValue;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Where the daemon may listen. */
final class Binding {
  private Binding() {}

  /** Refuses to be reached from other machines without TLS and a token. */
  static void check(ServerSettings settings, Tokens tokens) {
    if (isLoopback(settings.address())) {
      return;
    }
    List<String> missing = new ArrayList<>();
    if (!settings.isEncrypted()) {
      missing.add("server.tls.certificate and server.tls.key");
    }
    if (tokens.all().isEmpty() && settings.oidc().isEmpty()) {
      missing.add("a token, which `proteus token add` makes before the start (or server.oidc)");
    }
    if (!missing.isEmpty()) {
      throw new InvalidValue(
          "server.address: %s can be reached from other machines, which takes %s. Or keep 127.0.0.1."
              .formatted(settings.address(), String.join(", and ", missing)));
    }
  }

  /** What others call it: this machine's name where it listens on all of its addresses. */
  static String addressForOthers(ServerSettings settings) {
    try {
      return InetAddress.getByName(settings.address()).isAnyLocalAddress()
          ? InetAddress.getLocalHost().getCanonicalHostName()
          : settings.address();
    } catch (UnknownHostException e) {
      return settings.address();
    }
  }

  static boolean isLoopback(String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new InvalidValue(
          "server.address: want a name or number of this machine, got '%s'.".formatted(address));
    }
  }
}
