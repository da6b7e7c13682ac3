package io.proteus.cloud.kubernetes;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Holder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cluster's claim as a Lease of the API server has it. The identity of its holder is who that is
 * and a token, which no two claims share.
 *
 * @param lease as it was read
 */
record ClaimLease(Lease lease) {
  /** The cluster of which it is the claim; a Lease without it is somebody else's. */
  private static final String OF = "proteus-claim-of";

  private static final String URL = "proteus-claim-url";

  /** What is noted beside the claim, as a JSON object. */
  private static final String NOTES = "proteus-claim-notes";

  private static final String BEFORE_TOKEN = "_";

  /** One that is not there yet. */
  static ClaimLease unmade(String namespace, String name) {
    return new ClaimLease(
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .build());
  }

  static String identity(Claimant claimant, String token) {
    return claimant.who() + BEFORE_TOKEN + token;
  }

  private LeaseSpec spec() {
    return Objects.requireNonNullElseGet(lease.getSpec(), LeaseSpec::new);
  }

  private Map<String, String> annotations() {
    return Objects.requireNonNullElse(lease.getMetadata().getAnnotations(), Map.of());
  }

  /** The cluster of which it is the claim; null where Proteus never had it. */
  @Nullable String cluster() {
    return annotations().get(OF);
  }

  /** Whether nobody ever held it, as where it was made for Proteus. */
  boolean isBlank() {
    return !isHeld() && spec().getAcquireTime() == null && spec().getRenewTime() == null;
  }

  boolean isHeld() {
    return !identity().isEmpty();
  }

  /** Of its holder; empty where there is none. */
  String identity() {
    return Objects.requireNonNullElse(spec().getHolderIdentity(), "");
  }

  boolean isHeldBy(@Nullable String identity) {
    return isHeld() && identity().equals(identity);
  }

  /** Whether nothing was written in between. */
  boolean isAs(ClaimLease other) {
    return spec().equals(other.spec())
        && Objects.equals(lease.getMetadata().getUid(), other.lease.getMetadata().getUid());
  }

  /** Counts the claims: a transition leads from each to the next. */
  long epoch() {
    return Objects.requireNonNullElse(spec().getLeaseTransitions(), 0) + 1L;
  }

  /**
   * How long its holder may be silent.
   *
   * @param usual where it does not say
   */
  Duration session(Duration usual) {
    return spec().getLeaseDurationSeconds() == null
        ? usual
        : Duration.ofSeconds(spec().getLeaseDurationSeconds());
  }

  Holder holder() {
    String identity = identity();
    int token = identity.lastIndexOf(BEFORE_TOKEN);
    ZonedDateTime since = spec().getAcquireTime();
    return new Holder(
        token < 0 ? identity : identity.substring(0, token),
        since == null ? "an unknown time" : since.toInstant().toString(),
        epoch(),
        annotations().get(URL));
  }

  /** What is noted beside the claim. */
  Map<String, String> notes() {
    String noted = annotations().get(NOTES);
    return noted == null
        ? Map.of()
        : Serialization.unmarshal(noted, new TypeReference<Map<String, String>>() {});
  }

  /** The same with other notes, held by whoever holds it. */
  ClaimLease noting(String cluster, Map<String, String> notes) {
    Map<String, String> annotations = new HashMap<>(annotations());
    annotations.put(OF, cluster);
    annotations.put(NOTES, Serialization.asJson(new TreeMap<>(notes)));
    return new ClaimLease(
        new LeaseBuilder(lease).editMetadata().withAnnotations(annotations).endMetadata().build());
  }

  /** The same, held from now on; whoever holds it next counts one transition more. */
  ClaimLease takenBy(
      String identity, Claimant claimant, String cluster, Duration session, Instant now) {
    Map<String, String> annotations = new HashMap<>(annotations());
    annotations.put(OF, cluster);
    annotations.remove(URL);
    if (claimant.url() != null) {
      annotations.put(URL, claimant.url());
    }
    boolean first = isBlank() && spec().getLeaseTransitions() == null;
    return new ClaimLease(
        new LeaseBuilder(lease)
            .editMetadata()
            .withAnnotations(annotations)
            .endMetadata()
            .editOrNewSpec()
            .withHolderIdentity(identity)
            .withLeaseDurationSeconds(Math.toIntExact(session.toSeconds()))
            .withAcquireTime(micros(now))
            .withRenewTime(micros(now))
            .withLeaseTransitions(first ? 0 : Math.toIntExact(epoch()))
            .endSpec()
            .build());
  }

  /** The same with a sign of life, which differs from the last one whatever the clock says. */
  ClaimLease renewed(Instant now) {
    ZonedDateTime at = micros(now);
    return new ClaimLease(
        new LeaseBuilder(lease)
            .editOrNewSpec()
            .withRenewTime(
                at.equals(spec().getRenewTime())
                    ? at.plusNanos(ChronoUnit.MICROS.getDuration().toNanos())
                    : at)
            .endSpec()
            .build());
  }

  /** The same, held by nobody. */
  ClaimLease letGo(Instant now) {
    return new ClaimLease(
        new LeaseBuilder(renewed(now).lease)
            .editOrNewSpec()
            .withHolderIdentity(null)
            .endSpec()
            .build());
  }

  private static ZonedDateTime micros(Instant now) {
    return now.truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC);
  }
}
