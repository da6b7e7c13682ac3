package io.proteus.app;

import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Standard error without the stack traces that HBase's client prints past all logging when a scan
 * fails whose region has just closed, which it then repeats: a {@code printStackTrace()} in {@code
 * RpcRetryingCallerWithReadReplicas.throwEnrichedException}, HBase 2.5 and 2.6. Whatever else goes
 * to standard error gets there.
 */
final class ClientTraces extends PrintStream {
  private static final String PRINTER =
      "org.apache.hadoop.hbase.client.RpcRetryingCallerWithReadReplicas";

  /** Throwable takes some calls until it prints a line, and one more for each cause. */
  private static final int CALLS_BETWEEN = 32;

  private final PrintStream all;

  private ClientTraces(PrintStream all) {
    super(all, true, Charset.defaultCharset());
    this.all = all;
  }

  /** Leaves them out from now on, in this process. */
  static void hide() {
    if (!(System.err instanceof ClientTraces)) {
      System.setErr(new ClientTraces(System.err));
    }
  }

  /** Lets them through again. */
  static void show() {
    if (System.err instanceof ClientTraces hiding) {
      System.setErr(hiding.all);
    }
  }

  /** Every line of a stack trace comes here, and hardly anything else does. */
  @Override
  public void println(@Nullable Object line) {
    if (!isPrintedByTheClient()) {
      super.println(line);
    }
  }

  private static boolean isPrintedByTheClient() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .limit(CALLS_BETWEEN)
                    .anyMatch(frame -> frame.getClassName().equals(PRINTER)));
  }
}
