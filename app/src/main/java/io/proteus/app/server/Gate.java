package io.proteus.app.server;

import io.javalin.http.Context;
import io.javalin.http.Header;
import io.proteus.controller.configuration.ServerSettings;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What every request passes: limits, headers, who sent it, and whether that one may. */
final class Gate {
  /** A page of another site cannot set it without being asked by us, and we never answer that. */
  static final String CSRF_HEADER = "X-Proteus-Request";

  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

  /** Of a body that is refused; who sends more may not see the answer. */
  private static final ByteSize MOST_READ_AWAY = ByteSize.ofMegabytes(2);

  private static final String CALLER = "proteus.caller";

  /** Upper or lower case, as RFC 9110 has it of all schemes. */
  private static final String BEARER = "Bearer ";

  /** A proxy on this machine sends these; who is behind it is not on this machine. */
  private static final List<String> FORWARDED =
      List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via");

  /** Whole addresses: a name may begin like one, and point anywhere. */
  private static final Pattern LOOPBACK_IPV4 = Pattern.compile("127(\\.\\d{1,3}){3}");

  private final ServerSettings settings;
  private final boolean loopbackOnly;
  private final Tokens tokens;
  private final Optional<Oidc> oidc;
  private final Limiter limiter;
  private final RefusedLogins refused;

  Gate(ServerSettings settings, Tokens tokens, RefusedLogins refused) {
    this.refused = refused;
    this.settings = settings;
    this.loopbackOnly = Binding.isLoopback(settings.address());
    this.tokens = tokens;
    this.oidc = settings.oidc().map(Oidc::new);
    this.limiter = new Limiter(settings.requestsPerSecond());
  }

  /** Before anything else: what holds for every answer, and whom we answer at all. */
  void first(Context request) {
    request.header("X-Content-Type-Options", "nosniff");
    request.header("X-Frame-Options", "DENY");
    request.header("Referrer-Policy", "no-referrer");
    request.header("Cross-Origin-Resource-Policy", "same-origin");
    request.header("Cross-Origin-Opener-Policy", "same-origin");
    request.header(
        "Content-Security-Policy",
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    request.header(Header.CACHE_CONTROL, "no-store");
    if (settings.isEncrypted()) {
      request.header("Strict-Transport-Security", "max-age=31536000");
    }
    refuseForeignName(request);
  }

  /** A page of another site that got its name to point here (DNS rebinding) is not answered. */
  private void refuseForeignName(Context request) {
    String host = hostOf("http://" + request.header(Header.HOST));
    if (loopbackOnly && !isLocalName(host)) {
      throw new Problem(
              "urn:proteus:problem:misdirected",
              "misdirected",
              421,
              "Host: want a loopback name, as Proteus listens on loopback only.",
              Header.HOST,
              null,
              "localhost, 127.0.0.1 or [::1]")
          .refusal();
    }
  }

  private boolean isLocalName(@Nullable String host) {
    return host != null
        && (host.equalsIgnoreCase("localhost")
            || host.equalsIgnoreCase(settings.address())
            || LOOPBACK_IPV4.matcher(host).matches()
            || host.equals("[::1]"));
  }

  private static @Nullable String hostOf(String uri) {
    try {
      return new URI(uri).getHost();
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private void refuseLargeBody(Context request) {
    if (request.contentLength() > settings.largestRequest().bytes()) {
      readAway(request);
      throw Problem.of(
              413,
              "too large",
              "the body has %d bytes, server.largestRequest is %s."
                  .formatted(request.contentLength(), settings.largestRequest()))
          .refusal();
    }
  }

  /**
   * Reads on a bit and forgets it: who is still sending when the connection closes sees that, and
   * not the answer. For callers that may do something only, as it keeps a thread busy.
   */
  static void readAway(Context request) {
    try {
      request.req().getInputStream().skipNBytes(MOST_READ_AWAY.bytes());
    } catch (IOException e) {
      LOG.debug("a body that is refused ended: {}", e.getMessage());
    }
  }

  /** Before a route: may this caller use it? */
  void pass(Context request) {
    Role wanted =
        request.routeRoles().stream()
            .filter(Role.class::isInstance)
            .map(Role.class::cast)
            .findFirst()
            .orElse(Role.ADMINISTRATOR);
    if (wanted == Role.ANYBODY) {
      if (!PageFiles.has(request.path())) {
        limit(request.ip());
      }
      return;
    }
    Caller caller = caller(request);
    limit(caller.name());
    if (!caller.role().includes(wanted)) {
      refused.add(
          caller.name(),
          "%s %s takes the role %s".formatted(request.method(), request.path(), wanted.word()));
      readAway(request);
      throw Problem.of(
              403,
              "forbidden",
              "%s is %s, this takes the role %s. `proteus token add` makes a token%s."
                  .formatted(
                      caller.name(),
                      caller.role().word(),
                      wanted.word(),
                      oidc.isPresent() ? ", server.oidc.roles gives roles to those of others" : ""))
          .refusal();
    }
    if (!request.method().name().equals("GET") && !request.method().name().equals("HEAD")) {
      refuseForgery(request);
    }
    refuseLargeBody(request);
    request.bodyAsBytes(); // read also where nobody asks for it: an unread one may cost the answer
    request.attribute(CALLER, caller);
  }

  static Caller callerOf(Context request) {
    Caller caller = request.attribute(CALLER);
    return caller == null ? Caller.NOBODY : caller;
  }

  /**
   * Whether who opened a stream may still look, to be asked while it goes on: tokens are taken
   * away, and expire.
   */
  BooleanSupplier stillMayLook(Context request) {
    Shown shown = shown(request);
    return () -> {
      try {
        return caller(shown).role().includes(Role.VIEWER);
      } catch (NotKnown | InvalidValue e) {
        return false;
      }
    };
  }

  private Caller caller(Context request) {
    try {
      return caller(shown(request));
    } catch (NotKnown e) {
      throw unknown(request, String.valueOf(e.getMessage()));
    } catch (InvalidValue damaged) {
      limit("unknown at " + request.ip());
      throw Problem.of(503, "no tokens", String.valueOf(damaged.getMessage())).refusal();
    }
  }

  /**
   * What tells who asks.
   *
   * @param header null where no token is shown
   */
  private record Shown(@Nullable String header, boolean fromHere) {}

  private Shown shown(Context request) {
    return new Shown(request.header(Header.AUTHORIZATION), isFromHere(request));
  }

  /** Nobody that is known. The message says why. */
  private static final class NotKnown extends Exception {
    private static final long serialVersionUID = 1L;

    NotKnown(String message) {
      super(message);
    }
  }

  private Caller caller(Shown shown) throws NotKnown {
    String header = shown.header();
    if (header == null) {
      if (settings.openOnLoopback() && shown.fromHere()) {
        return Caller.LOCAL;
      }
      throw new NotKnown("no token was shown.");
    }
    boolean isBearer = header.regionMatches(true, 0, BEARER, 0, BEARER.length());
    String token = isBearer ? header.substring(BEARER.length()).strip() : "";
    if (oidc.isPresent() && Oidc.isOne(token)) {
      try {
        return oidc.get().caller(token);
      } catch (Oidc.NotTaken e) {
        throw new NotKnown(String.valueOf(e.getMessage()));
      }
    }
    return tokens.caller(token).orElseThrow(() -> new NotKnown("this token is not known here."));
  }

  private Problem.Refusal unknown(Context request, String why) {
    limit("unknown at " + request.ip()); // so that guessing is slow
    if (request.header(Header.AUTHORIZATION) != null) {
      refused.add(request.ip(), "%s %s: %s".formatted(request.method(), request.path(), why));
    }
    request.header(Header.WWW_AUTHENTICATE, "Bearer realm=\"proteus\"");
    return Problem.of(401, "unauthorized", why + " Want the header Authorization: Bearer TOKEN.")
        .refusal();
  }

  private boolean isFromHere(Context request) {
    if (!loopbackOnly || FORWARDED.stream().anyMatch(name -> request.header(name) != null)) {
      return false;
    }
    try {
      return InetAddress.getByName(request.ip()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private void limit(String caller) {
    if (!limiter.allows(caller)) {
      throw Problem.of(
              429,
              "too many requests",
              "want at most %d a second, counted over five [server.requestsPerSecond]."
                  .formatted(settings.requestsPerSecond()))
          .refusal();
    }
  }

  private static void refuseForgery(Context request) {
    if (request.header(CSRF_HEADER) == null) {
      readAway(request);
      throw new Problem(
              "urn:proteus:problem:forbidden",
              "forbidden",
              403,
              "%s: want this header with any value on whatever changes something."
                  .formatted(CSRF_HEADER),
              CSRF_HEADER,
              null,
              "any value")
          .refusal();
    }
    String origin = request.header(Header.ORIGIN);
    String scheme = request.scheme();
    if (origin != null && !origin.equals(scheme + "://" + request.header(Header.HOST))) {
      readAway(request);
      throw new Problem(
              "urn:proteus:problem:forbidden",
              "forbidden",
              403,
              "Origin: want this server's own.",
              Header.ORIGIN,
              origin,
              scheme + "://" + request.header(Header.HOST))
          .refusal();
    }
    String type = request.contentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
      readAway(request);
      throw new Problem(
              "urn:proteus:problem:unsupported-media-type",
              "unsupported media type",
              415,
              "Content-Type: want application/json.",
              Header.CONTENT_TYPE,
              type,
              "application/json")
          .refusal();
    }
  }
}
