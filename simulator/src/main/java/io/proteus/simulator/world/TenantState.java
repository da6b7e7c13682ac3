package io.proteus.simulator.world;

import io.proteus.simulator.scenario.Recording.Demand;
import io.proteus.simulator.scenario.Tenant;
import java.util.List;

/** What a tenant's clients meet just now. */
final class TenantState {
  private final Tenant base;
  private final List<Demand> recorded;
  private int next;

  /** As it asks now. */
  Tenant tenant;

  /** Operations a second. */
  double throughput;

  /** Seconds from asking to the answer, on average. */
  double response;

  /** Operations answered since the start. */
  double answered;

  /** Requests of an open loop that wait for a connection. */
  double waiting;

  /** That came since the start, in an open loop. */
  double arrived;

  /** That were turned away since the start, as too many waited. */
  double refused;

  /** That were given up since the start, as they had waited too long. */
  double timedOut;

  /**
   * @param recorded what it asks for, where that is a recording; else empty
   */
  TenantState(Tenant tenant, List<Demand> recorded) {
    this.base = tenant;
    this.tenant = tenant;
    this.recorded = recorded;
    follow(0);
  }

  /** Asks as was recorded at that moment. */
  void follow(double seconds) {
    int before = next;
    while (next < recorded.size() && recorded.get(next).from().toNanos() / 1e9 <= seconds) {
      next++;
    }
    if (next > before) {
      tenant = recorded.get(next - 1).of(base);
    }
  }
}
