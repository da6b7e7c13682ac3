package io.proteus.app.server;

import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.controller.Claims;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.Leadership;
import io.proteus.controller.Monitor;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Fence;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of one cluster. A second thread looks after the claim, so that a free one is taken and a
 * lost one is noticed while the loop waits for the cluster.
 */
final class ClusterLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterLoop.class);

  /** How long a claim that has become free stays unclaimed. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /** From one attempt to reach a cluster to the next. */
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(10);

  private static final Duration NAP = Duration.ofMillis(500);

  private final ClusterSession session;
  private final Connect connect;
  private final MonitorSettings sampling;
  private final Time time;
  private final Progress progress;
  private final StopSignal stop;
  private volatile @Nullable Attended attended;

  /** Reaches the cluster. */
  @FunctionalInterface
  interface Connect {
    ClusterConnection connect() throws PortException;
  }

  /**
   * A cluster that was reached.
   *
   * @param controls null in the shadow, where nothing can be changed
   */
  private record Attended(
      ClusterConnection connection, @Nullable Controls controls, ControlLoop loop) {
    void letGo() {
      if (controls != null) {
        controls.letGo();
      }
    }
  }

  ClusterLoop(
      ClusterSession session,
      Connect connect,
      MonitorSettings sampling,
      Time time,
      Progress progress,
      StopSignal stop) {
    this.session = session;
    this.connect = connect;
    this.sampling = sampling;
    this.time = time;
    this.progress = progress;
    this.stop = stop;
  }

  ClusterSession session() {
    return session;
  }

  /**
   * Reaches the cluster and claims it, or stands by while another Proteus leads.
   *
   * @param claimant shown to whoever wants the cluster too
   */
  void begin(Claimant claimant) throws PortException, JournalException {
    ClusterConnection connection = connect.connect();
    try {
      session.journal().requireOf(connection.store().clusterId());
      session.reached(connection);
      if (session.isShadow()) {
        beginInShadow(connection);
      } else {
        begin(connection, Claims.whenFree(connection.ports().claiming(), claimant));
      }
    } catch (PortException | JournalException | RuntimeException e) {
      connection.close(); // it is reached anew
      throw e;
    }
  }

  /**
   * Nothing is claimed, and whatever would change the cluster is behind a fence without a claim.
   */
  private void beginInShadow(ClusterConnection connection) throws JournalException {
    Monitor monitor =
        new Monitor(new Fence().around(connection.ports()), connection.hosts(), sampling, time);
    session.approvals().leads(); // what an earlier run proposed has ended with it
    attended =
        new Attended(
            connection,
            null,
            ControlLoop.shadow(
                    monitor,
                    session.configuration().decisionMaker(),
                    session.actions(),
                    time,
                    sampling.period(),
                    session.approvals())
                .in(connection.words())
                .refining(session.configuration().policies().tuning()));
    session.hinderedBy(null);
  }

  private void begin(ClusterConnection connection, Claims claims) {
    session.approvals().telling(progress);
    Controls controls =
        Controls.of(
            connection,
            claims,
            session.actions(),
            sampling,
            time,
            session.planStop(),
            new Controls.Oversight(
                session.approvals(),
                Progress.all(
                    session.approvals(),
                    session.live(),
                    session.notices(),
                    session.traces(),
                    progress)));
    Attended reached =
        new Attended(
            connection,
            controls,
            controls
                .loop(session.configuration().decisionMaker(), time, sampling)
                .refining(session.configuration().policies().tuning()));
    session.ledAs(claims::leadership);
    session.hinderedBy(null);
    claims.look();
    attended = reached;
  }

  /**
   * Reaches the cluster, however often that takes, and then runs until it is stopped.
   *
   * @param remarks told what an operator should know of the cluster, each thing once
   */
  void attend(Claimant claimant, Consumer<Cycle> watcher, Consumer<String> remarks)
      throws InterruptedException {
    String told = null;
    while (!stop.isRequested() && attended == null) {
      try {
        session.live().goesOn(); // a cluster that is down is no reason to end the process
        begin(claimant);
      } catch (PortException | JournalException | RuntimeException e) {
        String why = String.valueOf(e.getMessage());
        LOG.warn("{} cannot be attended to: {}", session.name(), why);
        session.hinderedBy(why);
        if (!why.equals(told)) { // the same all night is no news
          remarks.accept(
              "%s cannot be attended to, and is tried again every %d s: %s"
                  .formatted(session.name(), BETWEEN_ATTEMPTS.toSeconds(), why));
          told = why;
        }
        session.notices().stale(session.live().isStale());
        pause();
      }
    }
    Attended reached = attended;
    if (reached != null) {
      reached
          .connection()
          .remarks(sampling.period())
          .forEach(remark -> remarks.accept("%s: %s".formatted(session.name(), remark)));
      run(watcher);
    }
  }

  private void pause() throws InterruptedException {
    Time steady = time.steady();
    Instant until = steady.now().plus(BETWEEN_ATTEMPTS);
    while (!stop.isRequested() && steady.now().isBefore(until)) {
      time.sleep(NAP);
    }
  }

  /**
   * Watches, decides and, where it leads, acts, until it is stopped. Then the cluster is let go at
   * once: the loops of others may take minutes yet, and requests are answered meanwhile.
   */
  void run(Consumer<Cycle> watcher) throws InterruptedException {
    Attended now = attended();
    ScheduledExecutorService looking =
        Executors.newScheduledThreadPool(
            3, // so that a cluster that is slow to answer keeps no claim from being confirmed
            task -> {
              Thread thread = new Thread(task, "lookout of " + session.name());
              thread.setDaemon(true);
              return thread;
            });
    everySecond(
        looking,
        "looking at the age of figures",
        () -> session.notices().stale(session.live().isStale()));
    everySecond(looking, "asking the store what is wrong", session::askTheStore);
    Controls controls = now.controls();
    if (controls != null) {
      everySecond(looking, "looking after the claim", () -> look(controls.claims()));
      controls
          .actuator()
          .lookout()
          .ifPresent(
              lookout ->
                  everySecond(looking, "looking at the cluster during a plan", lookout::look));
    }
    try {
      now.loop()
          .run(
              stop,
              cycle -> {
                session.seen(cycle);
                watcher.accept(cycle);
              });
    } catch (RuntimeException | Error e) {
      closeClaims(now); // who acts no more must not keep another from taking over
      throw e;
    } finally {
      looking.shutdown();
      now.letGo();
      session.tellHowThingsStand();
    }
  }

  private static void closeClaims(Attended now) {
    if (now.controls() != null) {
      now.controls().claims().close();
    }
  }

  private void everySecond(ScheduledExecutorService looking, String what, Runnable look) {
    var unused =
        looking.scheduleWithFixedDelay(
            () -> {
              try {
                look.run();
              } catch (RuntimeException | Error e) { // else nobody would look again
                LOG.error("{} of {} failed by an error in Proteus", what, session.name(), e);
              }
            },
            BETWEEN_LOOKS.toMillis(),
            BETWEEN_LOOKS.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void look(Claims claims) {
    Leadership before = claims.leadership();
    claims.look();
    if (before.leads() && !claims.leadership().leads()) {
      session.notices().claimLost();
    }
    if (before.leads() != claims.leadership().leads()) {
      LOG.warn(
          "{}: {}",
          session.name(),
          claims.leadership().leads() ? "leads from here on" : "leads no more, and stands by");
      session.tellHowThingsStand();
    }
  }

  /** One cycle, and what was approved before it, for tests. */
  void cycle() throws InterruptedException {
    Attended now = attended();
    now.loop().approved().ifPresent(session::seen);
    session.seen(now.loop().cycle());
    session.askTheStore();
  }

  private Attended attended() {
    Attended now = attended;
    if (now == null) {
      throw new IllegalStateException(session.name() + " has not been reached");
    }
    return now;
  }

  /** Puts back what has to be put back, and lets the cluster go. */
  @Override
  public void close() {
    Attended now = attended;
    try {
      if (now != null) {
        if (now.controls() != null) {
          now.controls().close();
        }
        now.connection().close();
      }
    } finally {
      session.close();
    }
  }
}
