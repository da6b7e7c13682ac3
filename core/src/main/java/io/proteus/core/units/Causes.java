package io.proteus.core.units;

import org.jspecify.annotations.Nullable;

/** The cause of a failure. Outer exceptions often say only that something failed. */
public final class Causes {
  /** Deeper ones are of the libraries' own workings. */
  private static final int MOST = 4;

  /** Some stores put whole stacks, or every row that was refused, into a line. */
  private static final int LONGEST_LINE = 300;

  private Causes() {}

  /**
   * A failure's message and the first lines of its causes' messages, outermost first, at most four;
   * the name of its class for one that has none. What was said already is not repeated.
   */
  public static String of(Throwable failure) {
    Throwable told = unwrapped(failure);
    StringBuilder sentence = new StringBuilder(message(told).strip());
    Throwable cause = told.getCause();
    for (int depth = 0; depth < MOST && cause != null; depth++) {
      Throwable inner = unwrapped(cause);
      String line = firstLine(message(inner));
      if (sentence.indexOf(line) < 0) {
        sentence.append(sentence.charAt(sentence.length() - 1) == '.' ? " " : ": ").append(line);
      }
      cause = inner.getCause();
    }
    return sentence.toString();
  }

  /** Skips exceptions that only wrap their cause, such as those of another thread's task. */
  private static Throwable unwrapped(Throwable failure) {
    Throwable inner = failure;
    for (int depth = 0; depth < MOST; depth++) {
      Throwable cause = inner.getCause();
      if (cause == null || !isOnly(inner.getMessage(), cause)) {
        return inner;
      }
      inner = cause;
    }
    return inner;
  }

  private static boolean isOnly(@Nullable String message, Throwable cause) {
    return message == null || message.isBlank() || message.equals(cause.toString());
  }

  private static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
  }

  private static String firstLine(String message) {
    String line = message.strip().lines().findFirst().orElse("").strip();
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "...";
  }
}
