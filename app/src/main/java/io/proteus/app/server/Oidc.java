package io.proteus.app.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.JWTProcessor;
import io.proteus.controller.configuration.OidcSettings;
import io.proteus.controller.json.CoreJson;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Callers for whom an OpenID provider vouches, by signed tokens (JWT, RFC 9068). The provider is
 * asked for its keys when the first token comes, and seldom after that; whatever is wrong with a
 * token or with the provider is a reason to refuse the caller, and nothing more.
 */
final class Oidc {
  private static final int PATIENCE_MS = 2_000;
  private static final int LARGEST_ANSWER = 256 << 10;
  private static final Duration KEYS_COUNT_FOR = Duration.ofMinutes(5);

  /** How often at most the provider is asked anew, whatever callers send. */
  private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(10);

  /**
   * For how long the keys count that were had last where the provider cannot be asked. Keys seldom
   * change, and who sees to an outage may need Proteus.
   */
  private static final Duration OUTAGE = Duration.ofHours(4);

  private static final int LONGEST_NAME = 64;

  /** A UUID fits. */
  private static final int LONGEST_SUBJECT = 40;

  private static final int SHORTENED_SUBJECT = 23;

  /** 64 bits in hexadecimal. */
  private static final int SUBJECT_HASH = 16;

  /** Those of public keys: with a shared secret whoever can check a token could make one. */
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  private final OidcSettings settings;
  private final Duration keysCountFor;
  private final Duration betweenQuestions;
  private final ResourceRetriever retriever =
      new DefaultResourceRetriever(PATIENCE_MS, PATIENCE_MS, LARGEST_ANSWER);
  private @Nullable JWTProcessor<SecurityContext> processor;
  private long triedAt;
  private @Nullable String hindrance;

  Oidc(OidcSettings settings) {
    this(settings, KEYS_COUNT_FOR, BETWEEN_QUESTIONS);
  }

  /**
   * Asks in another rhythm, for tests.
   *
   * @param keysCountFor without being asked for again
   * @param betweenQuestions at least, and less than that
   */
  Oidc(OidcSettings settings, Duration keysCountFor, Duration betweenQuestions) {
    this.settings = settings;
    this.keysCountFor = keysCountFor;
    this.betweenQuestions = betweenQuestions;
  }

  /** A token is not taken. The message says why, and nothing that only its bearer may know. */
  static final class NotTaken extends Exception {
    private static final long serialVersionUID = 1L;

    NotTaken(String message) {
      super(message);
    }
  }

  /** Whether it has the form of such a token; those of the file never have. */
  static boolean isOne(String token) {
    return token.chars().filter(character -> character == '.').count() == 2;
  }

  /** Whose token this is, and as what. */
  Caller caller(String token) throws NotTaken {
    JWTClaimsSet claims;
    try {
      claims = processor().process(token, null);
    } catch (ParseException e) {
      throw new NotTaken("this token is not a JWT.");
    } catch (KeySourceException e) {
      throw new NotTaken(
          "the keys of %s cannot be had: %s.".formatted(settings.issuer(), e.getMessage()));
    } catch (BadJOSEException | JOSEException e) {
      throw new NotTaken("this token is refused: %s.".formatted(e.getMessage()));
    }
    return new Caller(nameIn(claims), roleIn(claims));
  }

  private synchronized JWTProcessor<SecurityContext> processor() throws NotTaken {
    JWTProcessor<SecurityContext> known = processor;
    if (known != null) {
      return known;
    }
    long now = System.nanoTime();
    if (hindrance == null || now - triedAt > betweenQuestions.toNanos()) {
      triedAt = now;
      try {
        known = processor(keys());
        processor = known;
        hindrance = null;
        return known;
      } catch (IOException | IllegalArgumentException e) {
        hindrance = String.valueOf(e.getMessage());
      }
    }
    throw new NotTaken(
        "the provider %s cannot be asked for its keys: %s."
            .formatted(settings.issuer(), hindrance));
  }

  /** Where the keys are is what the provider says of itself (OpenID Connect Discovery). */
  private JWKSource<SecurityContext> keys() throws IOException {
    String issuer = settings.issuer().toString();
    URI about =
        URI.create(
            (issuer.endsWith("/") ? issuer : issuer + "/") + ".well-known/openid-configuration");
    JsonNode answer;
    try {
      answer = CoreJson.mapper().readTree(retriever.retrieveResource(about.toURL()).getContent());
    } catch (JsonProcessingException e) {
      throw new IOException(about + " answers with something that is no JSON", e);
    }
    if (!issuer.equals(answer.path("issuer").asText())) {
      throw new IOException(
          "%s speaks of another issuer, '%s'".formatted(about, answer.path("issuer").asText()));
    }
    URI keys = URI.create(answer.path("jwks_uri").asText());
    if (!keys.isAbsolute() || !settings.issuer().getScheme().equals(keys.getScheme())) {
      throw new IOException("%s names no keys that can be asked for".formatted(about));
    }
    return JWKSourceBuilder.<SecurityContext>create(keys.toURL(), retriever)
        .cache(keysCountFor.toMillis(), PATIENCE_MS * 2L)
        .refreshAheadCache(false)
        .rateLimited(betweenQuestions.toMillis())
        .outageTolerant(OUTAGE.toMillis())
        .build();
  }

  private JWTProcessor<SecurityContext> processor(JWKSource<SecurityContext> keys) {
    DefaultJWTProcessor<SecurityContext> made = new DefaultJWTProcessor<>();
    made.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    made.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
    made.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            settings.audience(),
            new JWTClaimsSet.Builder().issuer(settings.issuer().toString()).build(),
            Set.of("sub", "exp")));
    return made;
  }

  /**
   * As the journal shows it: with the provider, so that no name of the token file can be had, and
   * with the subject, the only claim that a user cannot choose (OpenID Connect Core 5.7).
   */
  private String nameIn(JWTClaimsSet claims) throws NotTaken {
    String provider = settings.issuer().getHost();
    String subject =
        Optional.ofNullable(claims.getSubject())
            .filter(said -> !said.isBlank())
            .map(Oidc::subject)
            .orElseThrow(() -> new NotTaken("this token does not say whose it is (sub)."));
    return Stream.of("preferred_username", "email")
        .map(claims::getClaim)
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .filter(said -> !said.isBlank())
        .findFirst()
        .map(said -> "%s (%s) of %s".formatted(readable(said, LONGEST_NAME), subject, provider))
        .orElseGet(() -> "%s of %s".formatted(subject, provider));
  }

  private static String readable(String said, int longest) {
    String plain = said.replaceAll("[^\\p{L}\\p{N}@._+|-]", "_");
    return plain.length() > longest ? plain.substring(0, longest) : plain;
  }

  /** Never the same for two: one that cannot be shown as it is ends with a part of its hash. */
  private static String subject(String said) {
    String shown = readable(said, LONGEST_SUBJECT);
    return shown.equals(said)
        ? said
        : "%s~%s"
            .formatted(
                readable(said, SHORTENED_SUBJECT), Tokens.hash(said).substring(0, SUBJECT_HASH));
  }

  private Role roleIn(JWTClaimsSet claims) {
    return said(claims.getClaims(), settings.rolesClaim())
        .map(settings.roles()::get)
        .flatMap(Stream::ofNullable)
        .map(role -> Role.valueOf(role.toUpperCase(Locale.ROOT)))
        .max(Comparator.naturalOrder())
        .orElse(Role.ANYBODY);
  }

  private static Stream<String> said(Map<?, ?> claims, String path) {
    Object found = claims.get(path);
    int dot = path.indexOf('.');
    if (found == null && dot > 0 && claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner) {
      return said(inner, path.substring(dot + 1));
    }
    if (found instanceof String words) {
      return List.of(words.split("[ ,]+", -1)).stream();
    }
    return found instanceof Collection<?> several
        ? several.stream().filter(String.class::isInstance).map(String.class::cast)
        : Stream.empty();
  }
}
