package io.proteus.simulator.world;

import io.proteus.simulator.scenario.Tenant;

/** What a tenant's clients meet just now. */
final class TenantState {
  final Tenant tenant;

  /** Operations a second. */
  double throughput;

  /** Seconds from asking to the answer, on average. */
  double response;

  /** Operations answered since the start. */
  double answered;

  TenantState(Tenant tenant) {
    this.tenant = tenant;
  }
}
