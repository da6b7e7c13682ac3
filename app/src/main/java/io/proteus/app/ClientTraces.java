package io.proteus.app;

import io.proteus.controller.provider.Providers;
import io.proteus.core.port.EngineProvider;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Standard error without the stack traces that an engine's client prints past all logging ({@link
 * EngineProvider#printsTraces}). Whatever else goes to standard error gets there.
 */
final class ClientTraces extends PrintStream {
  /** Throwable takes some calls until it prints a line, and one more for each cause. */
  private static final int CALLS_BETWEEN = 32;

  private final PrintStream all;
  private @Nullable Set<String> printers;

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

  /** Engines are asked once something is printed: a start has no time for it. */
  private synchronized Set<String> printers() {
    Set<String> known = printers;
    if (known == null) {
      known =
          Providers.engines().stream()
              .flatMap(engine -> engine.printsTraces().stream())
              .collect(Collectors.toUnmodifiableSet());
      printers = known;
    }
    return known;
  }

  private boolean isPrintedByTheClient() {
    Set<String> classes = printers();
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .limit(CALLS_BETWEEN)
                    .anyMatch(frame -> classes.contains(frame.getClassName())));
  }
}
