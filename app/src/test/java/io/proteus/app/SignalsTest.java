package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.proteus.app.rendering.Paint;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;
import sun.misc.SignalHandler;

class SignalsTest {
  private static final Signal HANG_UP = new Signal("HUP");
  private static final Signal INTERRUPT = new Signal("INT");

  private final StringWriter err = new StringWriter();

  @AfterEach
  void leavesNoInterruptBehind() {
    Thread.interrupted();
  }

  @Test
  void aTerminalThatHangsUpLetsWhatIsInFlightEnd() {
    assumeThat(isIgnoredHere()).as("SIGHUP is ignored, as under nohup").isFalse();
    try (Signals signals = Signals.handled(screen())) {
      signals.acts();

      Signal.raise(HANG_UP);

      Awaitility.await("SIGHUP asks for an end")
          .atMost(Duration.ofSeconds(10))
          .until(() -> err.toString().contains("as soon as nothing is in flight"));
      assertThat(signals.stop().isRequested()).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  /** A third signal would end this JVM, and the balancer would stay off. */
  @Test
  void howOftenATerminalHangsUpDoesNotMatter() {
    try (Signals signals = Signals.handled(screen())) {
      signals.acts();

      for (int i = 0; i < 5; i++) {
        signals.receive(HANG_UP);
      }

      assertThat(signals.stop().isRequested()).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void aTerminalThatHangsUpAfterCtrlCEndsNothingAtOnce() {
    try (Signals signals = Signals.handled(screen())) {
      signals.acts();

      signals.receive(INTERRUPT);
      signals.receive(HANG_UP);

      assertThat(Thread.currentThread().isInterrupted()).isFalse();

      signals.receive(INTERRUPT);

      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
  }

  @Test
  void whatOnlyLooksEndsAtOnceWhenTheTerminalHangsUp() {
    try (Signals signals = Signals.handled(screen())) {
      signals.receive(HANG_UP);

      assertThat(signals.received()).isTrue();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
  }

  private static boolean isIgnoredHere() {
    SignalHandler before = Signal.handle(HANG_UP, signal -> {});
    Signal.handle(HANG_UP, before);
    return before.equals(SignalHandler.SIG_IGN);
  }

  private Screen screen() {
    return new Screen(
        new PrintWriter(new StringWriter(), true),
        new PrintWriter(err, true),
        new BufferedReader(new StringReader("")),
        false,
        Paint.NONE);
  }
}
