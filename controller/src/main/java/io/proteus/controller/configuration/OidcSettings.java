package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import java.net.URI;
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
    @Key(
            doc = "address of an OpenID provider whose tokens are taken too",
            wanted = "an https address",
            example = "https://id.example.org/realms/ops")
        URI issuer,
    @Key(
            doc = "what the provider's tokens must be made for; required with the issuer",
            wanted =
                "what the provider's tokens are made for; without it a token for any other program"
                    + " would do",
            example = "proteus")
        String audience,
    @Key(
            doc = "where a token says what its bearer is; `realm_access.roles` leads into a claim",
            usual = "roles")
        String rolesClaim,
    @Key(doc = "from what is said there to viewer, operator or administrator", usual = "{}")
        Map<String, String> roles) {
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
          "server.oidc.roles: want at least one line such as 'cluster-admins: operator', got none;"
              + " nobody could do anything.");
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
}
