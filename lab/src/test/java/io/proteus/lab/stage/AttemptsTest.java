package io.proteus.lab.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsTest {
  private final List<String> said = new ArrayList<>();
  private final Attempts attempts = new Attempts(said::add);

  @Test
  void whatFailsIsToldAndLeftOutAndTheNextIsMeasured() throws Exception {
    assertThat(attempts.attempt("repeat 1, (b)", () -> failing(new IOException("a server died"))))
        .isEmpty();
    assertThat(attempts.attempt("repeat 1, (c)", () -> failing(new PortException("refused"))))
        .isEmpty();
    assertThat(attempts.attempt("repeat 1, (d)", () -> 17)).contains(17);

    assertThat(attempts.failures())
        .containsExactly("repeat 1, (b): a server died", "repeat 1, (c): refused");
    assertThat(said)
        .containsExactly(
            "NOT MEASURED: repeat 1, (b): a server died", "NOT MEASURED: repeat 1, (c): refused");
  }

  @Test
  void whyItFailedIsTold() throws Exception {
    IOException full = new IOException("rs2: above the memstore's limit");

    attempts.attempt("(b)", () -> failing(new PortException("the clients gave up", full)));

    assertThat(attempts.failures())
        .containsExactly("(b): the clients gave up: rs2: above the memstore's limit");
  }

  @Test
  void whoeverIsInterruptedMeasuresNothingMore() {
    assertThatThrownBy(
            () ->
                attempts.attempt(
                    "repeat 1, (b)",
                    () -> {
                      throw new InterruptedException("Ctrl-C");
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(attempts.failures()).isEmpty();
  }

  @Test
  void whatFailsAsTheProcessEndsSaysNothing() {
    Attempts ending = new Attempts(said::add, () -> true);

    assertThatThrownBy(() -> ending.attempt("x", () -> failing(new IOException("refused"))))
        .isInstanceOf(InterruptedException.class);
    assertThat(ending.failures()).isEmpty();
    assertThat(said).isEmpty();
  }

  private static int failing(IOException why) throws IOException {
    throw why;
  }

  private static int failing(PortException why) throws PortException {
    throw why;
  }
}
