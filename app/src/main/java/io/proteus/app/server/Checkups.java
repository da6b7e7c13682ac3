package io.proteus.app.server;

import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.ClusterDoctor;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Time;
import io.proteus.controller.json.DoctorDocument;
import io.proteus.core.doctor.Checkup;
import io.proteus.core.doctor.Doctor;
import io.proteus.core.health.Finding;
import io.proteus.core.strategy.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a cluster: by what each cycle observed, and by what the store answers. The
 * store is asked at a pace of its own, and never by a request, so that nobody can have it asked
 * often.
 */
final class Checkups {
  /** Rights and settings change seldom, and reading all of them takes a large cluster seconds. */
  static final Duration BETWEEN = Duration.ofMinutes(10);

  private final Configuration configuration;
  private final Time time;
  private volatile Doctor doctor;
  private @Nullable Checkup seen;
  private @Nullable Instant asked;
  private List<Finding> ofStore = List.of();
  private volatile @Nullable DoctorDocument known;

  Checkups(Configuration configuration, Time time) {
    this.configuration = configuration;
    this.time = time;
    this.doctor = ClusterDoctor.observing(configuration);
  }

  /** From here on the store can be asked. */
  void reached(ClusterConnection connection) {
    doctor = ClusterDoctor.asking(connection);
  }

  /** A cycle observed this. */
  void seen(Situation now) {
    Checkup checkup = ClusterDoctor.checkup(configuration, now);
    synchronized (this) {
      seen = checkup;
      tell(checkup);
    }
  }

  /**
   * Asks the store where that is due.
   *
   * @param acts whether a plan runs, which switches things off for a while; nothing is asked then
   */
  void askWhenDue(BooleanSupplier acts) {
    Checkup about = due();
    if (about == null || acts.getAsBoolean()) {
      return;
    }
    List<Finding> answers = doctor.ofStore(about.now().topology());
    if (acts.getAsBoolean()) {
      return; // one began meanwhile
    }
    synchronized (this) {
      asked = time.now();
      ofStore = answers;
      tell(seen == null ? about : seen);
    }
  }

  private synchronized @Nullable Checkup due() {
    Instant last = asked;
    return last != null && time.now().isBefore(last.plus(BETWEEN)) ? null : seen;
  }

  private void tell(Checkup checkup) {
    known =
        DoctorDocument.of(
            checkup, doctor.findings(checkup, ofStore), checkup.now().latest().capabilities());
  }

  /** Empty until a cycle could tell. */
  Optional<DoctorDocument> known() {
    return Optional.ofNullable(known);
  }
}
