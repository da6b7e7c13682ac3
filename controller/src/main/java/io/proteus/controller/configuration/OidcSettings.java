package io.proteus.controller.configuration;

import io.proteus.core.units.InvalidValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An OpenID provider whose tokens {@code serve} takes.
 *
 * @param issuer the provider, as its tokens name it; it is asked for its keys under this address
 * @param audience what its tokens must be made for
 * @param rolesClaim where a token says what its bearer is; dots lead into a claim
 * @param roles from what is said there to viewer, operator or administrator
 */
public record OidcSettings(
    URI issuer, String audience, String rolesClaim, Map<String, String> roles) {
  private static final List<String> ROLES = List.of("viewer", "operator", "administrator");
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  public OidcSettings {
    roles = Map.copyOf(roles);
    boolean encrypted = "https".equals(issuer.getScheme()) && issuer.getHost() != null;
    boolean here =
        "http".equals(issuer.getScheme())
            && issuer.getHost() != null
            && THIS_MACHINE.contains(issuer.getHost());
    if (!encrypted && !here) {
      throw new InvalidValue(
          "server.oidc.issuer: want an https address, or http on this machine, got '%s'."
              .formatted(issuer));
    }
    if (roles.isEmpty()) {
      throw new InvalidValue(
          "server.oidc.roles: want at least one line such as 'hbase-admins: operator', got none; nobody could do anything.");
    }
    roles.forEach(
        (said, role) -> {
          if (!ROLES.contains(role)) {
            throw new InvalidValue(
                "server.oidc.roles.%s: want one of %s, got '%s'."
                    .formatted(said, String.join(", ", ROLES), role));
          }
        });
  }

  /** As the file has them. */
  static OidcSettings of(
      String issuer, String audience, String rolesClaim, Map<String, String> roles) {
    if (audience.isEmpty()) {
      throw new InvalidValue(
          "server.oidc.audience: want what the provider's tokens are made for, got nothing. Without it a token for any other program would do.");
    }
    try {
      return new OidcSettings(new URI(issuer), audience, rolesClaim, roles);
    } catch (URISyntaxException e) {
      throw new InvalidValue(
          "server.oidc.issuer: want an https address, got '%s'.".formatted(issuer));
    }
  }
}
