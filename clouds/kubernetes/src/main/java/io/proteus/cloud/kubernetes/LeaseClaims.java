package io.proteus.cloud.kubernetes;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimNotes;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Claims of a cluster in a Lease of Kubernetes, for Proteus in several pods. Each change of it
 * carries the version that was read, so that of two who want it one gets it.
 *
 * <p>A holder counts as gone once the Lease has not changed for its duration while this process
 * looked. Who comes anew cannot know how long that has been, and waits that long.
 */
final class LeaseClaims implements Claiming {
  /** After this time without a sign of life of its holder, a claim ends. */
  static final Duration SESSION = Duration.ofSeconds(15);

  /** Well before it ends, so that some may fail. */
  private static final Duration BETWEEN_SIGNS = SESSION.dividedBy(5);

  /** How often a Lease is looked at whose holder may be gone. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /** How often it is tried to take a Lease that somebody else changes meanwhile. */
  private static final int ATTEMPTS = 5;

  private final String cluster;
  private final LeaseApi api;
  private final Clocks clocks;
  private final Duration betweenSigns;
  private final Pause pause;
  private final LeaseSight sight;
  private final LeaseNotes notes;

  /**
   * Held by whoever changes the Lease while it is held: notes would cost a sign of life its try.
   */
  private final Object writing = new Object();

  /**
   * Of an order to take it whose answer was lost, or of a claim that could not be let go: nobody
   * relies on it, so that nobody has to wait for its end here.
   */
  private volatile @Nullable String abandoned;

  /** Lets time pass. */
  @FunctionalInterface
  interface Pause {
    void sleep(Duration time) throws InterruptedException;
  }

  LeaseClaims(String cluster, LeaseApi api) {
    this(
        cluster,
        api,
        new Clocks(System::nanoTime, System::currentTimeMillis),
        BETWEEN_SIGNS,
        time -> Thread.sleep(time.toMillis()));
  }

  /**
   * @param cluster of which it is the claim
   * @param betweenSigns of life of a holder
   */
  LeaseClaims(String cluster, LeaseApi api, Clocks clocks, Duration betweenSigns, Pause pause) {
    this.cluster = cluster;
    this.api = api;
    this.clocks = clocks;
    this.betweenSigns = betweenSigns;
    this.pause = pause;
    this.sight = new LeaseSight(clocks);
    this.notes = new LeaseNotes(cluster, api, this::look, writing, clocks);
  }

  @Override
  public Claim claim(String who) throws PortException {
    return claim(Claimant.of(who));
  }

  @Override
  public synchronized Claim claim(Claimant claimant) throws PortException {
    String identity = ClaimLease.identity(claimant, UUID.randomUUID().toString());
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<ClaimLease> free = awaitFree();
      abandoned = identity;
      Clocks.Moment asked = clocks.now();
      Optional<ClaimLease> taken = take(free, identity, claimant);
      if (taken.isPresent()) {
        abandoned = null;
        sight.wrote(taken.get());
        notes.took(taken.get(), asked.steady());
        LeaseHold hold =
            new LeaseHold(api, clocks, asked, taken.get(), writing, () -> abandoned = identity);
        return hold.begin(betweenSigns);
      }
    }
    throw new PortException(
        "%s was changed by somebody else %d times while Proteus claimed it; it is asked again."
            .formatted(api, ATTEMPTS));
  }

  /** Takes it; empty where it has changed since, also by an order whose answer was lost. */
  private Optional<ClaimLease> take(Optional<ClaimLease> free, String identity, Claimant claimant)
      throws PortException {
    ClaimLease wanted =
        free.orElseGet(() -> ClaimLease.unmade(api.settings().namespace(), api.name()))
            .takenBy(
                identity,
                claimant,
                cluster,
                SESSION,
                Instant.ofEpochMilli(clocks.ofDay().getAsLong()));
    try {
      return free.isPresent() ? api.update(wanted) : api.create(wanted);
    } catch (PortException e) {
      if (look().filter(now -> now.isHeldBy(identity)).isEmpty()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /**
   * The Lease once it is free; empty where it has to be made.
   *
   * @throws AlreadyClaimed when its holder has given a sign of life
   */
  private Optional<ClaimLease> awaitFree() throws PortException {
    while (true) {
      Optional<ClaimLease> now = look();
      if (now.isEmpty() || isFree(now.get())) {
        return now;
      }
      Duration session = now.get().session(SESSION);
      // a longer session is waited for by whoever asks again
      if (sight.hasMoved() || session.compareTo(SESSION) > 0) {
        throw new AlreadyClaimed(
            "the cluster is claimed by %s, in %s. It is free %d s after its last sign of life."
                .formatted(now.get().holder(), api, session.toSeconds()));
      }
      sleep(session.minus(sight.silent()));
    }
  }

  private void sleep(Duration left) throws PortException {
    try {
      pause.sleep(left.compareTo(BETWEEN_LOOKS) < 0 ? left : BETWEEN_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("%s: interrupted while waiting for it.".formatted(api), e);
    }
  }

  private boolean isFree(ClaimLease now) {
    return !now.isHeld()
        || now.isHeldBy(abandoned)
        || sight.silent().compareTo(now.session(SESSION)) >= 0;
  }

  @Override
  public Optional<Holder> holder() throws PortException {
    return look().filter(now -> !isFree(now)).map(ClaimLease::holder);
  }

  @Override
  public Optional<ClaimNotes> notes() {
    return Optional.of(notes);
  }

  private Optional<ClaimLease> look() throws PortException {
    Optional<ClaimLease> found = api.find();
    if (found.isPresent()) {
      refuseOthers(found.get());
      sight.saw(found.get());
    }
    return found;
  }

  /** A Lease that something else made is its maker's, whoever holds it. */
  private void refuseOthers(ClaimLease now) throws PortException {
    String of = now.cluster();
    if (of == null && !now.isBlank()) {
      throw new PortException(
          "cloud.lease: want a Lease that is Proteus's alone, got %s of cloud.namespace %s, which something else uses%s. Name another."
              .formatted(
                  api.name(),
                  api.settings().namespace(),
                  now.isHeld() ? " (" + now.holder().who() + ")" : ""));
    }
    if (of != null && !of.equals(cluster)) {
      throw new PortException(
          "cloud.lease: want a Lease of %s alone, got %s of cloud.namespace %s, which is the claim of %s. Name another."
              .formatted(cluster, api.name(), api.settings().namespace(), of));
    }
  }
}
