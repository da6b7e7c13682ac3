package io.proteus.cloud.kubernetes;

import io.proteus.core.port.ClaimNotes;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Notes in an annotation of the Lease of a claim. Each change carries the version that was read, so
 * that none is lost; it counts as no sign of life of the holder.
 */
final class LeaseNotes implements ClaimNotes {
  /** A look at the cluster asks several times, and what this process notes it knows. */
  private static final Duration LOOK_SUFFICES = Duration.ofSeconds(1);

  /** How often a change is made anew where somebody else changed the Lease meanwhile. */
  private static final int ATTEMPTS = 10;

  private final String cluster;
  private final LeaseApi api;
  private final Look look;
  private final Object writing;
  private final Clocks clocks;
  private volatile @Nullable Known known;

  /**
   * What was noted.
   *
   * @param at by the steady clock: before it was read, or after it was changed
   */
  private record Known(Map<String, String> notes, long at) {}

  /** The Lease as it is; empty where it has to be made. */
  @FunctionalInterface
  interface Look {
    Optional<ClaimLease> at() throws PortException;
  }

  /**
   * @param cluster of whose claim these are the notes
   * @param look refuses a Lease of anybody else
   * @param writing held by whoever of this process changes the Lease
   */
  LeaseNotes(String cluster, LeaseApi api, Look look, Object writing, Clocks clocks) {
    this.clocks = clocks;
    this.writing = writing;
    this.cluster = cluster;
    this.api = api;
    this.look = look;
  }

  @Override
  public Map<String, String> read() throws PortException {
    Known last = known;
    long asked = now();
    return last != null && asked - last.at() < LOOK_SUFFICES.toNanos()
        ? last.notes()
        : knowing(look.at().map(ClaimLease::notes).orElse(Map.of()), asked);
  }

  /**
   * Who claims the cluster has to know at once what the holder before has noted at the last.
   *
   * @param lease as it was taken
   * @param asked for it by the steady clock
   */
  void took(ClaimLease lease, long asked) {
    knowing(lease.notes(), asked);
  }

  /** Remembers it, unless something newer is known by now. */
  private synchronized Map<String, String> knowing(Map<String, String> notes, long at) {
    Map<String, String> copy = Map.copyOf(notes);
    Known last = known;
    if (last == null || at - last.at() >= 0) {
      known = new Known(copy, at);
    }
    return copy;
  }

  private long now() {
    return clocks.steady().getAsLong();
  }

  @Override
  public Map<String, String> change(UnaryOperator<Map<String, String>> change)
      throws PortException {
    synchronized (writing) {
      return changeAlone(change);
    }
  }

  private Map<String, String> changeAlone(UnaryOperator<Map<String, String>> change)
      throws PortException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<ClaimLease> found = look.at();
      Map<String, String> before = found.map(ClaimLease::notes).orElse(Map.of());
      Map<String, String> after = change.apply(new HashMap<>(before));
      if (after.equals(before) || isWritten(found, after)) {
        return knowing(after, now());
      }
    }
    throw new PortException(
        "%s was changed by somebody else %d times while Proteus noted what it does; it is tried again."
            .formatted(api, ATTEMPTS));
  }

  private boolean isWritten(Optional<ClaimLease> found, Map<String, String> notes)
      throws PortException {
    ClaimLease wanted =
        found
            .orElseGet(() -> ClaimLease.unmade(api.settings().namespace(), api.name()))
            .noting(cluster, notes);
    return (found.isPresent() ? api.update(wanted) : api.create(wanted)).isPresent();
  }
}
