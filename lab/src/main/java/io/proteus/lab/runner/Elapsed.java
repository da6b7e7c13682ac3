package io.proteus.lab.runner;

import io.proteus.app.Screen;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** Says how an experiment gets on, each line after the seconds since it began. */
public record Elapsed(Screen screen, Instant started) implements Consumer<String> {

  /** From now on. */
  public static Elapsed on(Screen screen) {
    return new Elapsed(screen, Instant.now());
  }

  @Override
  public void accept(String line) {
    screen.err().println(timed(line));
  }

  /** A line after the seconds since the beginning. */
  public String timed(String line) {
    return "%4d s  %s".formatted(Duration.between(started, Instant.now()).toSeconds(), line);
  }
}
