package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.app.cluster.Past;
import io.proteus.app.view.Figures;
import io.proteus.controller.Monitor;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;

/**
 * Looks at a cluster as often as a decision wants, and says how long that takes.
 *
 * @param settings how often, how far apart
 */
record Gathering(Environment environment, MonitorSettings settings) {

  Situation situation(Monitor monitor, Past past) throws PortException, InterruptedException {
    int samples = settings.samples();
    Screen screen = environment.screen();
    screen
        .err()
        .println(
            "Observing for %s: %s, %s apart%s"
                .formatted(
                    Figures.duration(settings.period().multipliedBy(samples)),
                    Figures.count(samples, "sample", "samples"),
                    Figures.duration(settings.period()),
                    samples > 1 ? " (--samples 1 is quicker)" : ""));
    monitor.observe();
    for (int i = 1; i <= samples; i++) {
      screen.progress("  sample %d of %d".formatted(i, samples));
      environment.time().sleep(settings.period());
      monitor.observe();
    }
    screen.progress("");
    return monitor.situation(past.lastAction(), past.memory()).orElseThrow();
  }
}
