package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Lookout;
import io.proteus.app.cluster.Past;
import io.proteus.app.rendering.Figures;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import java.time.Duration;

/** Looks at a cluster as often as a decision wants, and says how long that takes. */
record Gathering(Environment environment, Sampling sampling) {

  Situation situation(ClusterConnection connection, Past past)
      throws PortException, InterruptedException {
    MonitorSettings settings = connection.configuration().monitor();
    int samples = sampling.samples(settings);
    Duration interval = sampling.interval(settings);
    Screen screen = environment.screen();
    screen
        .err()
        .println(
            "Observing for %s: %s, %s apart%s"
                .formatted(
                    Figures.duration(interval.multipliedBy(samples)),
                    Figures.count(samples, "sample", "samples"),
                    Figures.duration(interval),
                    samples > 1 ? " (--samples 1 is quicker)" : ""));
    Lookout lookout =
        new Lookout(
            connection.observer(), samples, settings.smoothing(), environment.clock(), past);
    lookout.look();
    for (int i = 1; i <= samples; i++) {
      screen.progress("  sample %d of %d".formatted(i, samples));
      environment.pause().sleep(interval);
      lookout.look();
    }
    screen.progress("");
    return lookout.situation().orElseThrow();
  }
}
