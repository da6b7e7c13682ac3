package io.proteus.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.exceptions.ScannerResetException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** With the client's own code, so that a version that prints otherwise is noticed. */
@ResourceLock(Resources.SYSTEM_ERR)
class ClientTracesTest {
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @BeforeEach
  void printHere() {
    System.setErr(new PrintStream(printed, true, UTF_8));
  }

  @AfterEach
  void printThereAgain() {
    System.setErr(before);
  }

  @Test
  void theClientPrintsAStackTraceOfAScanThatIsRepeated() {
    aScanFailsWhoseRegionClosed();

    assertThat(printed.toString(UTF_8)).contains("ScannerResetException").contains("\tat ");
  }

  @Test
  void whatTheClientPrintsIsHiddenAndNothingElse() {
    ClientTraces.hide();
    aScanFailsWhoseRegionClosed();
    assertThat(printed.toString(UTF_8)).isEmpty();

    System.err.println("a sentence");
    new IllegalStateException("of somebody else").printStackTrace();

    assertThat(printed.toString(UTF_8))
        .startsWith("a sentence\n")
        .contains("IllegalStateException: of somebody else")
        .contains("\tat " + ClientTracesTest.class.getName());
  }

  @Test
  void allIsShownAgain() {
    PrintStream all = System.err;
    ClientTraces.hide();
    ClientTraces.hide();
    ClientTraces.show();

    assertThat(System.err).isSameAs(all);
    aScanFailsWhoseRegionClosed();
    assertThat(printed.toString(UTF_8)).contains("ScannerResetException");
  }

  private static void aScanFailsWhoseRegionClosed() {
    assertThatThrownBy(ClientTracesTest::enrich)
        .isInstanceOf(InvocationTargetException.class)
        .hasCauseInstanceOf(ScannerResetException.class);
  }

  private static void enrich() throws ReflectiveOperationException {
    Method method =
        Class.forName("org.apache.hadoop.hbase.client.RpcRetryingCallerWithReadReplicas")
            .getDeclaredMethod("throwEnrichedException", ExecutionException.class, int.class);
    method.setAccessible(true);
    method.invoke(
        null, new ExecutionException(new ScannerResetException("the region has closed")), 1);
  }
}
