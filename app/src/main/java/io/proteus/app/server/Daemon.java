package io.proteus.app.server;

import io.proteus.app.cluster.ClusterTime;
import io.proteus.app.cluster.Connector;
import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.configuration.ServerSettings;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.PortException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The loops of one cluster or several, with all that is asked of them from outside. */
public final class Daemon implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

  private final List<ClusterLoop> clusterLoops;
  private final Api api;
  private final Server server;
  private final Claimant claimant;
  private final StopSignal stop;
  private volatile @Nullable IllegalStateException died;

  private Daemon(
      List<ClusterLoop> clusterLoops, Api api, Server server, Claimant claimant, StopSignal stop) {
    this.clusterLoops = clusterLoops;
    this.api = api;
    this.server = server;
    this.claimant = claimant;
    this.stop = stop;
  }

  /**
   * Answers requests about clusters, which are reached once it runs, each as soon as it can be; it
   * acts on those that it claims, and stands by where another Proteus leads. It listens as the
   * first one's settings say.
   *
   * @param who shown to whoever wants a cluster too
   * @param sampling what is made of each cluster's own
   * @param progress told of each step on a cluster, by its name, beside those who listen
   * @param stop ends it
   * @throws io.proteus.core.units.InvalidValue when a cluster will never be reached as configured
   */
  public static Daemon start(
      List<Configuration> clusters,
      Connector connector,
      String who,
      UnaryOperator<MonitorSettings> sampling,
      Time time,
      Map<String, Progress> progress,
      StopSignal stop)
      throws JournalException {
    clusters.forEach(connector::check);
    ServerSettings settings = clusters.get(0).server();
    Tokens tokens = new Tokens(settings.tokens());
    Binding.check(settings, tokens);
    Metrics metrics = new Metrics();
    List<ClusterLoop> clusterLoops = new ArrayList<>();
    try {
      for (Configuration cluster : clusters) {
        Time own = ClusterTime.of(cluster, time);
        MonitorSettings sampled = sampling.apply(cluster.monitor());
        clusterLoops.add(
            new ClusterLoop(
                ClusterSession.open(cluster, sampled, own, metrics, stop),
                () -> connector.connect(cluster),
                sampled,
                own,
                progress.getOrDefault(cluster.clusterName(), Progress.UNSEEN),
                stop));
      }
      List<ClusterSession> sessions = clusterLoops.stream().map(ClusterLoop::session).toList();
      Api api = new Api(sessions, metrics);
      Gate gate = new Gate(settings, tokens, new RefusedLogins(sessions));
      Server server = Server.start(settings, gate, api);
      return new Daemon(
          List.copyOf(clusterLoops), api, server, new Claimant(who, server.url()), stop);
    } catch (JournalException | RuntimeException e) {
      clusterLoops.forEach(ClusterLoop::close);
      throw e;
    }
  }

  /** Where it answers, without a path. */
  public String url() {
    return server.url();
  }

  /** All that can be asked for but the streams of events. */
  List<Route> routes() {
    return api.routes();
  }

  /** Whoever looks on as it runs; is never told two things at once. */
  @FunctionalInterface
  public interface Watcher {
    /** A cycle on a cluster has ended. */
    void saw(String cluster, Cycle cycle);

    /**
     * The same, knowing what waits.
     *
     * @param waits name of the plan that waits for a person; empty where none does
     */
    default void saw(String cluster, Cycle cycle, Optional<String> waits) {
      saw(cluster, cycle);
    }

    /** There is something to know of a cluster, which the sentence names. */
    default void remark(String sentence) {}
  }

  /**
   * Watches, decides and acts on all clusters until it is stopped, each on a thread of its own: one
   * that is down or hangs keeps none of the others waiting. Where one dies of an error in Proteus,
   * all end, so that whoever looks after the process starts it again.
   *
   * @throws IllegalStateException when one has died
   */
  public void run(Watcher watcher) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    Object turn = new Object();
    for (ClusterLoop one : clusterLoops) {
      String name = one.session().name();
      Consumer<Cycle> told =
          cycle -> {
            synchronized (turn) {
              watcher.saw(name, cycle, one.session().waits());
            }
          };
      Consumer<String> remarks =
          sentence -> {
            synchronized (turn) {
              watcher.remark(sentence);
            }
          };
      threads.add(new Thread(() -> attend(one, told, remarks), "loop of " + name));
    }
    threads.forEach(Thread::start);
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      for (Thread thread : threads) {
        thread.join(); // each puts back what it has to
      }
      throw e;
    }
    IllegalStateException failure = died;
    if (failure != null) {
      throw failure;
    }
  }

  private void attend(ClusterLoop one, Consumer<Cycle> told, Consumer<String> remarks) {
    try {
      one.attend(claimant, told, remarks);
    } catch (InterruptedException e) {
      LOG.info("{}: interrupted, ends", one.session().name());
    } catch (RuntimeException | Error e) {
      String sentence = "the loop of %s has died".formatted(one.session().name());
      LOG.error("{}, so all loops end", sentence, e);
      died = new IllegalStateException(sentence, e);
      stop.request();
    }
  }

  /** Reaches each cluster now, and claims it or stands by, for tests. */
  void begin() throws PortException, JournalException {
    for (ClusterLoop one : clusterLoops) {
      one.begin(claimant);
    }
  }

  /** One cycle on each cluster, and what was approved before it, for tests. */
  void cycle() throws InterruptedException {
    for (ClusterLoop one : clusterLoops) {
      one.cycle();
    }
  }

  /** Answers no more, puts back what has to be put back, and lets the clusters go. */
  @Override
  public void close() {
    server.close();
    clusterLoops.forEach(ClusterLoop::close);
  }
}
