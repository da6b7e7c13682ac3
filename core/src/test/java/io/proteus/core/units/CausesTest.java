package io.proteus.core.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class CausesTest {
  @Test
  void whatFailedIsToldWithTheFirstLinesOfWhy() {
    IOException why =
        new IOException("rs2 refused\n\tat a.Stack.trace", new IOException("memstore is full"));

    assertThat(Causes.of(new IOException("load of users: failed", why)))
        .isEqualTo("load of users: failed: rs2 refused: memstore is full");
    assertThat(Causes.of(new IOException("The load failed.", why)))
        .isEqualTo("The load failed. rs2 refused: memstore is full");
  }

  @Test
  void whatWasSaidAlreadyIsNotSaidAgain() {
    IOException full = new IOException("memstore is full");

    assertThat(Causes.of(new IOException("not loaded: memstore is full, see there", full)))
        .isEqualTo("not loaded: memstore is full, see there");
    assertThat(
            Causes.of(
                new IOException("not loaded", new UncheckedIOException("memstore is full", full))))
        .isEqualTo("not loaded: memstore is full");
  }

  @Test
  void whatOnlyWrapsIsPassedOver() {
    IOException full = new IOException("memstore is full");

    assertThat(Causes.of(new ExecutionException(new UncheckedIOException(full))))
        .isEqualTo("memstore is full");
    assertThat(Causes.of(new IOException("not loaded", new ExecutionException(full))))
        .isEqualTo("not loaded: memstore is full");
    assertThat(Causes.of(new IOException((String) null, full))).isEqualTo("memstore is full");
  }

  @Test
  void aFailureWithoutAMessageIsToldByItsName() {
    assertThat(Causes.of(new TimeoutException())).isEqualTo("TimeoutException");
    assertThat(Causes.of(new IOException("table f", new TimeoutException())))
        .isEqualTo("table f: TimeoutException");
  }

  @Test
  void aLongChainAndALongLineAreCut() {
    Throwable chain = new IOException("cause 9");
    for (int i = 8; i >= 0; i--) {
      chain = new IOException("cause " + i, chain);
    }

    assertThat(Causes.of(chain)).isEqualTo("cause 0: cause 1: cause 2: cause 3: cause 4");
    assertThat(Causes.of(new IOException("a", new IOException("x".repeat(5000)))))
        .hasSizeLessThan(320)
        .endsWith("...");
  }
}
