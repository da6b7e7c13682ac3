package io.proteus.simulator.world;

import io.proteus.simulator.model.AnswerTimes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What the clients of a world get, now and since the start. */
public final class Clients {
  private final List<TenantState> tenants;
  private final Performance performance;

  Clients(List<TenantState> tenants, Performance performance) {
    this.tenants = tenants;
    this.performance = performance;
  }

  /** Operations a second that the clients get answered now, by tenant. */
  public Map<String, Double> throughput() {
    return byTenant(tenant -> tenant.throughput);
  }

  /** Operations answered since the start, by tenant. */
  public Map<String, Double> answered() {
    return byTenant(tenant -> tenant.answered);
  }

  /** Requests of open loops that wait for a connection. */
  public double waiting() {
    return sum(tenant -> tenant.waiting);
  }

  /** Requests of open loops that came since the start. */
  public double arrived() {
    return sum(tenant -> tenant.arrived);
  }

  /** Requests of open loops since the start that were turned away, as too many waited. */
  public double refused() {
    return sum(tenant -> tenant.refused);
  }

  /** Requests of open loops since the start that were given up, as they had waited too long. */
  public double timedOut() {
    return sum(tenant -> tenant.timedOut);
  }

  /** Operations a second that all clients together get answered now. */
  public double totalThroughput() {
    return sum(tenant -> tenant.throughput);
  }

  /** Seconds until an answer, on average over all operations; 0 when nothing is answered. */
  public double responseSeconds() {
    double all = 0;
    double sum = 0;
    for (TenantState tenant : tenants) {
      all += tenant.throughput;
      sum += tenant.throughput * tenant.response;
    }
    return all > 0 ? sum / all : 0;
  }

  /** Of all answers since the start. */
  public AnswerTimes answerTimes() {
    return performance.answerTimes();
  }

  private Map<String, Double> byTenant(ToDoubleFunction<TenantState> figure) {
    Map<String, Double> byTenant = new TreeMap<>();
    tenants.forEach(tenant -> byTenant.put(tenant.tenant.name(), figure.applyAsDouble(tenant)));
    return byTenant;
  }

  private double sum(ToDoubleFunction<TenantState> figure) {
    return tenants.stream().mapToDouble(figure).sum();
  }
}
