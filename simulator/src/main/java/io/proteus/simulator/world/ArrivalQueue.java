package io.proteus.simulator.world;

import io.proteus.simulator.scenario.OpenLoop;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Requests of an open loop that wait for a connection, in the order in which they came: as many as
 * come at once are one cohort. They are served, or given up after the timeout, or refused where too
 * many wait already.
 */
final class ArrivalQueue {
  private final OpenLoop limits;
  private final Deque<Cohort> cohorts = new ArrayDeque<>();
  private double waiting;
  private double waitSeconds;
  private double arrived;
  private double refused;
  private double timedOut;

  private record Cohort(double at, double requests) {}

  ArrivalQueue(OpenLoop limits) {
    this.limits = limits;
  }

  /** What the clients would send in a step, if they could: what comes, and what waits. */
  double wantedPerSecond(double comePerSecond, double seconds) {
    return comePerSecond + waiting / seconds;
  }

  /**
   * Lets a step pass.
   *
   * @param now its end
   * @param sentPerSecond that found a connection
   */
  void pass(double now, double seconds, double comePerSecond, double sentPerSecond) {
    double come = comePerSecond * seconds;
    arrived += come;
    if (come > 0) {
      cohorts.addLast(new Cohort(now, come));
      waiting += come;
    }
    send(now, sentPerSecond * seconds);
    double timeout = limits.timeout().toNanos() / 1e9;
    while (!cohorts.isEmpty() && now - cohorts.getFirst().at() >= timeout) {
      double late = cohorts.removeFirst().requests();
      timedOut += late;
      waiting -= late;
    }
    while (waiting > limits.queue() && !cohorts.isEmpty()) {
      Cohort last = cohorts.removeLast();
      double tooMany = Math.min(last.requests(), waiting - limits.queue());
      refused += tooMany;
      waiting -= tooMany;
      if (last.requests() > tooMany) {
        cohorts.addLast(new Cohort(last.at(), last.requests() - tooMany));
      }
    }
    waiting = cohorts.isEmpty() ? 0 : waiting;
  }

  private void send(double now, double requests) {
    double left = Math.min(requests, waiting);
    double waited = 0;
    double sent = 0;
    while (left > 0 && !cohorts.isEmpty()) {
      Cohort first = cohorts.removeFirst();
      double taken = Math.min(left, first.requests());
      if (first.requests() > taken) {
        cohorts.addFirst(new Cohort(first.at(), first.requests() - taken));
      }
      waited += taken * (now - first.at());
      sent += taken;
      left -= taken;
    }
    waiting -= sent;
    waitSeconds = sent > 0 ? waited / sent : 0;
  }

  /** Requests that wait. */
  double waiting() {
    return waiting;
  }

  /** How long those waited that were sent in the last step, on average. */
  double waitSeconds() {
    return waitSeconds;
  }

  /** Requests that came since the start. */
  double arrived() {
    return arrived;
  }

  /** Requests that were turned away since the start, as too many waited. */
  double refused() {
    return refused;
  }

  /** Requests that were given up since the start, as they had waited too long. */
  double timedOut() {
    return timedOut;
  }
}
