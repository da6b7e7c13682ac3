package io.proteus.app.cluster;

import io.proteus.controller.ActionRunner;
import io.proteus.controller.Actuator;
import io.proteus.controller.Claims;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.LeaderTerm;
import io.proteus.controller.Monitor;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.approval.Consent;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Balancer;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Recovery;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.port.PortException;
import io.proteus.core.words.Words;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that acts on a cluster, which is claimed for as long as this is open, or as soon as it can
 * be.
 *
 * @param actuator changes it
 * @param consent asked before the loop acts
 * @param words in which the loop logs
 */
public record Controls(
    Claims claims,
    Monitor monitor,
    Balancer balancer,
    Actuator actuator,
    Consent consent,
    Words words)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Controls.class);

  /** Who is asked before a plan is begun, and who is told of its steps. */
  public record Oversight(Consent consent, Progress progress) {}

  /** Makes the oversight from the journal, which tells what operators asked for before. */
  @FunctionalInterface
  public interface Overseer {
    Oversight from(ActionLog log) throws JournalException;
  }

  /**
   * Opens the cluster's journal and claims it; whatever is decided is done.
   *
   * @param who shown to whoever comes second
   * @param sampling how often it is looked at
   * @param progress told of each step
   * @param stop asked between steps
   * @throws io.proteus.core.port.AlreadyClaimed when another Proteus holds the cluster
   */
  public static Controls take(
      ClusterConnection connection,
      String who,
      MonitorSettings sampling,
      Time time,
      Progress progress,
      StopSignal stop)
      throws PortException, JournalException {
    return take(
        connection, who, sampling, time, stop, log -> new Oversight(Consent.ALWAYS, progress));
  }

  /** The same with somebody who is asked before a plan is begun. */
  public static Controls take(
      ClusterConnection connection,
      String who,
      MonitorSettings sampling,
      Time time,
      StopSignal stop,
      Overseer overseer)
      throws PortException, JournalException {
    ActionLog log =
        new ActionLog(connection.journal()); // first: a claim makes others drop their plans
    Claims claims = null;
    try {
      claims = Claims.first(connection.ports().claiming(), who);
      LeaderTerm.begin(log, connection.ports(), claims.claim(), time);
      return of(connection, claims, log, sampling, time, stop, overseer.from(log));
    } catch (JournalException | PortException | RuntimeException e) {
      log.journal().close();
      if (claims != null) {
        claims.close();
      }
      throw e;
    }
  }

  public Journal journal() {
    return actuator.log().journal();
  }

  public ActionRunner action() {
    return actuator.action();
  }

  public Recovery recovery() {
    return actuator.recovery();
  }

  /**
   * The same with a journal that is open, on a cluster that is claimed as soon as it can be.
   *
   * @param claims closed with this, as is the journal
   */
  public static Controls of(
      ClusterConnection connection,
      Claims claims,
      ActionLog log,
      MonitorSettings sampling,
      Time time,
      StopSignal stop,
      Oversight oversight) {
    Configuration configuration = connection.configuration();
    Monitor monitor = new Monitor(connection.ports(), connection.hosts(), sampling, time);
    Balancer balancer = new Balancer(connection.ports(), log.journal(), time);
    Actuator actuator =
        Actuator.on(
            connection.ports(),
            monitor,
            configuration.decisionMaker(),
            balancer,
            log,
            time,
            new Actuator.ExecutionOptions(
                configuration.execution(),
                configuration.verification(),
                oversight.progress(),
                stop,
                true));
    return new Controls(
        claims, monitor, balancer, actuator, oversight.consent(), connection.words());
  }

  /** The loop that acts on what it decides. */
  public ControlLoop loop(DecisionMaker decisions, Time time, MonitorSettings sampling) {
    return ControlLoop.acting(
            monitor, decisions, time, sampling.period(), actuator, claims, consent)
        .in(words);
  }

  /**
   * Puts the store's own balancer and compactions back if need be and lets the cluster go, for
   * whoever waits to lead on it. The journal stays open.
   */
  public void letGo() {
    Thread.interrupted(); // what asked us to end must not keep us from putting things back
    try {
      if (claims.leadership().leads()) {
        actuator.recovery().switchOn();
      }
    } catch (JournalException e) {
      LOG.error(
          "the store's balancer or compactions may still be off: {}. The next start of Proteus"
              + " tries again.",
          e.getMessage());
    } finally {
      claims.close();
    }
  }

  /** Lets the cluster go and closes the journal. */
  @Override
  public void close() {
    try {
      letGo();
    } finally {
      journal().close();
    }
  }
}
