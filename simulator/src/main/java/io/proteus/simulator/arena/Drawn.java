package io.proteus.simulator.arena;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.run.Simulation;
import io.proteus.simulator.run.SimulationResult;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.simulator.scenario.Tenant;
import java.util.Locale;

/**
 * A scenario whose rates are not known yet. What a cluster can do depends on its data and mix, so
 * that it is measured first: as many clients as there are ask as fast as they are answered. Each
 * tenant's rate is then a share of what it got.
 *
 * @param text a scenario as its file has it but for the name, with {@link #RATE} or {@link
 *     #CLIENTS} in each tenant
 * @param busy that share
 */
record Drawn(String text, double busy) {
  /** Stands for a tenant's rate. */
  static final String RATE = "RATE";

  /** Stands for a tenant's clients where each thinks before it asks again. */
  static final String CLIENTS = "CLIENTS";

  private static final double THINK_SECONDS = 0.2;
  private static final double MEASURED_FROM_SECONDS = 300;
  private static final double MEASURED_UNTIL_SECONDS = 900;

  /** What is left out while it is measured what the cluster can do. */
  static String later(String part) {
    return part.isEmpty() ? "" : "<" + part + ">";
  }

  Scenario scenario(String name, long seed) {
    String measured =
        text.replaceAll("<[^>]*>", "")
            .replace(", " + RATE, "")
            .replace(CLIENTS, "clients: 400")
            .replaceFirst("lasts: \\w+", "lasts: 15m")
            .replaceFirst("layout: \\w+", "layout: balanced");
    Scenario closed = parsed(name, measured);
    SimulationResult run;
    try {
      run = Simulation.run(closed, Simulation.NOBODY, seed);
    } catch (InvalidConfiguration e) {
      throw new IllegalStateException("the arena draws scenarios that are valid", e);
    }
    String rated = text.replace("<", "").replace(">", "");
    for (Tenant tenant : closed.tenants()) {
      double asked = Math.max(10, busy * answered(run, tenant));
      rated =
          rated.contains(CLIENTS)
              ? rated.replaceFirst(CLIENTS, clients(asked))
              : rated.replaceFirst(RATE, String.format(Locale.ROOT, "rate: %.0f", asked));
    }
    return parsed(name, rated);
  }

  private static String clients(double asked) {
    return String.format(
        Locale.ROOT,
        "clients: %.0f, think: %.0fms",
        Math.ceil(asked * THINK_SECONDS),
        1000 * THINK_SECONDS);
  }

  /** Operations a second. */
  private static double answered(SimulationResult run, Tenant tenant) {
    double answered = 0;
    double seconds = 0;
    double before = 0;
    for (SimulationResult.Point point : run.points()) {
      if (point.at() > MEASURED_FROM_SECONDS && point.at() <= MEASURED_UNTIL_SECONDS) {
        answered += point.throughput().getOrDefault(tenant.name(), 0.0) * (point.at() - before);
        seconds += point.at() - before;
      }
      before = point.at();
    }
    return answered / seconds;
  }

  private static Scenario parsed(String name, String text) {
    return ScenarioFile.parse("arena " + name, "name: %s%n%s".formatted(name, text));
  }
}
