package io.proteus.app;

import io.proteus.controller.execution.StopSignal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * SIGINT, SIGTERM and SIGHUP while a command holds a cluster. While it acts, the first lets it
 * finish what is in flight and the second lets it end at once, but for what has to be put back;
 * while it only looks, the first ends it. The third ends the process, whatever is open.
 *
 * <p>A terminal that hangs up counts as a first signal at most: the kernel and the shell both tell
 * of it, so that it comes several times. Where SIGHUP is ignored, as nohup(1) has it, it stays so.
 */
public final class Signals implements AutoCloseable {
  private static final Signal HANG_UP = new Signal("HUP");
  private static final List<Signal> HANDLED =
      List.of(new Signal("INT"), new Signal("TERM"), HANG_UP);

  private final Map<Signal, SignalHandler> before = new LinkedHashMap<>();
  private final StopSignal stop = new StopSignal();
  private final AtomicBoolean acting = new AtomicBoolean();
  private final AtomicInteger received = new AtomicInteger();
  private final Thread worker;
  private final Screen screen;

  private Signals(Thread worker, Screen screen) {
    this.worker = worker;
    this.screen = screen;
  }

  /** Handles signals on behalf of the calling thread until closed. */
  public static Signals handled(Screen screen) {
    Signals signals = new Signals(Thread.currentThread(), screen);
    for (Signal signal : HANDLED) {
      signals.before.put(signal, Signal.handle(signal, signals::receive));
    }
    return signals;
  }

  /** Asked whether to go on. */
  public StopSignal stop() {
    return stop;
  }

  /** From here on something is being changed. */
  public void acts() {
    acting.set(true);
  }

  /** Whether the process was asked to end. */
  public boolean received() {
    return received.get() > 0;
  }

  void receive(Signal signal) {
    if (!signal.equals(HANG_UP)) {
      obey(received.incrementAndGet());
    } else if (received.compareAndSet(0, 1)) {
      obey(1);
    }
  }

  private void obey(int count) {
    stop.request();
    if (count > 2) {
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    } else if (count == 2 || !acting.get()) {
      worker.interrupt();
    } else {
      screen.progress("");
      screen.err().println("Ending as soon as nothing is in flight; once more ends at once.");
    }
  }

  @Override
  public void close() {
    before.forEach(Signal::handle);
    Thread.interrupted(); // what is left of a signal must not disturb the closing of the rest
  }
}
