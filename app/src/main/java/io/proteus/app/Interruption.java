package io.proteus.app;

import io.proteus.core.port.PortException;
import io.proteus.core.units.OneLine;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What is done when the process is asked to end (SIGINT, SIGTERM) while this is open: the process
 * does not end before it has run.
 */
public final class Interruption implements AutoCloseable {

  /** What is to be done. */
  @FunctionalInterface
  public interface Response {
    void run() throws PortException;
  }

  private final Thread hook;
  private final AtomicBoolean begun = new AtomicBoolean();

  private Interruption(Response response) {
    this.hook =
        new Thread(
            () -> {
              begun.set(true);
              try {
                response.run();
              } catch (PortException e) {
                System.err.println(
                    "proteus: " + OneLine.escapedLines(String.valueOf(e.getMessage())));
              }
            },
            "interruption");
  }

  public static Interruption handledBy(Response response) {
    Interruption interruption = new Interruption(response);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** Whether the process was asked to end. */
  public boolean hasBegun() {
    return begun.get();
  }

  @Override
  public void close() {
    if (!begun.get()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException alreadyEnding) {
        // the hook runs, or is about to
      }
    }
  }
}
