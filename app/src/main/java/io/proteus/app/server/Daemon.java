package io.proteus.app.server;

import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.approval.Approvals;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.function.Consumer;

/** The loop of one cluster with all that is asked of it from outside. */
public final class Daemon implements AutoCloseable {
  private final Controls controls;
  private final ControlLoop loop;
  private final Live live;
  private final Api api;
  private final Server server;
  private final SqliteJournal reader;
  private final StopSignal stop;

  private Daemon(
      Controls controls,
      ControlLoop loop,
      Live live,
      Api api,
      Server server,
      SqliteJournal reader,
      StopSignal stop) {
    this.controls = controls;
    this.loop = loop;
    this.live = live;
    this.api = api;
    this.server = server;
    this.reader = reader;
    this.stop = stop;
  }

  /**
   * Claims the cluster and answers requests; acts once it runs.
   *
   * @param who shown to whoever wants the cluster too
   * @param progress told of each step, beside those who listen
   * @param stop ends it
   * @throws io.proteus.core.port.AlreadyClaimed when another Proteus holds the cluster
   */
  public static Daemon start(
      ClusterConnection connection,
      String who,
      MonitorSettings sampling,
      Time time,
      Progress progress,
      StopSignal stop)
      throws PortException, JournalException {
    Configuration configuration = connection.configuration();
    Tokens tokens = new Tokens(configuration.server().tokens());
    Binding.check(configuration.server(), tokens);
    String cluster = configuration.clusterName();
    Metrics metrics = new Metrics(cluster);
    Events events = new Events(configuration.server().listeners());
    Live live =
        new Live(cluster, ClusterConnection.appraisal(configuration), time, events, metrics);
    StopSignal planStop = stop.narrower();
    Controls controls =
        Controls.take(
            connection,
            who,
            sampling,
            time,
            planStop,
            journal -> {
              Approvals approvals =
                  Approvals.begin(journal, time, configuration.approval(), planStop);
              return new Controls.Oversight(approvals, Progress.all(approvals, live, progress));
            });
    SqliteJournal reader = null;
    try {
      Approvals approvals = (Approvals) controls.consent(); // as it was made above
      metrics.watch(live, approvals::standing);
      reader = SqliteJournal.openToRead(configuration.journal().file());
      Api api =
          new Api(
              cluster,
              live,
              approvals,
              reader,
              events,
              metrics,
              Health.of(live, time, sampling),
              new PastApi(cluster, reader, ClusterConnection.appraisal(configuration)));
      Server server =
          Server.start(
              configuration.server(), new Gate(configuration.server(), tokens), api, events);
      return new Daemon(
          controls,
          controls.loop(configuration.decisionMaker(), time, sampling),
          live,
          api,
          server,
          reader,
          stop);
    } catch (JournalException | RuntimeException e) {
      if (reader != null) {
        reader.close();
      }
      controls.close();
      throw e;
    }
  }

  /** Where it answers, without a path. */
  public String url() {
    return server.url();
  }

  /** All that can be asked for but the stream of events. */
  List<Api.Route> routes() {
    return api.routes();
  }

  /** Watches, decides and acts until it is stopped. */
  public void run(Consumer<Cycle> watcher) throws InterruptedException {
    loop.run(
        stop,
        cycle -> {
          seen(cycle);
          watcher.accept(cycle);
        });
  }

  /** One cycle, and what was approved before it, for tests. */
  void cycle() throws InterruptedException {
    loop.approved().ifPresent(this::seen);
    seen(loop.cycle());
  }

  private void seen(Cycle cycle) {
    live.accept(cycle);
    api.tellHowThingsStand(); // a plan may wait for a person now, or no longer
  }

  /** Answers no more, puts back what has to be put back, and lets the cluster go. */
  @Override
  public void close() {
    try {
      server.close();
      reader.close();
    } finally {
      controls.close();
    }
  }
}
