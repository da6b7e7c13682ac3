package io.proteus.app;

import io.proteus.app.rendering.Paint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/**
 * Where a command writes to and asks. What it writes is made harmless in one place, {@link
 * PlainWriter}.
 *
 * @param out for results: what a pipe wants
 * @param err for progress, questions and errors
 * @param in for answers
 * @param interactive whether a person sits before it: live screens, progress and questions
 */
public record Screen(
    PrintWriter out, PrintWriter err, BufferedReader in, boolean interactive, Paint paint) {

  // ECMA-48: where the cursor goes, and what is erased
  private static final String HOME = "\u001B[H";
  private static final String TO_LINE_END = "\u001B[K";
  private static final String TO_SCREEN_END = "\u001B[J";

  private static final int WIDTH_OF_A_PIPE = 200;
  private static final int DEFAULT_HEIGHT = 40;

  public Screen {
    out = PlainWriter.over(out, paint.on());
    err = PlainWriter.over(err, paint.on());
  }

  /** The process's own. The script says whether it is a terminal, which newer JVMs no longer do. */
  public static Screen ofProcess() {
    String told = System.getProperty("proteus.terminal");
    boolean interactive = told == null ? System.console() != null : Boolean.parseBoolean(told);
    return new Screen(
        new PrintWriter(System.out, true),
        new PrintWriter(System.err, true),
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())),
        interactive,
        new Paint(interactive && Ansi.AUTO.enabled()));
  }

  /** Characters a line; wide where nobody looks, so that a file holds every column. */
  public int width() {
    return interactive
        ? TerminalSize.now().map(TerminalSize::columns).orElse(100)
        : WIDTH_OF_A_PIPE;
  }

  /** Lines of the screen. */
  public int height() {
    return interactive
        ? TerminalSize.now().map(TerminalSize::rows).orElse(DEFAULT_HEIGHT)
        : Integer.MAX_VALUE;
  }

  /** Shows the text in place of what the screen showed before. */
  public void redraw(String text) {
    PlainWriter screen = PlainWriter.over(out, paint.on());
    screen.steer(HOME);
    text.lines()
        .forEach(
            line -> {
              screen.print(line);
              screen.steer(TO_LINE_END + "\n");
            });
    screen.steer(TO_SCREEN_END);
    screen.flush();
  }

  /** Whether results were lost that the command takes for written, as on a full disk. */
  boolean hasLostResults() {
    return PlainWriter.over(out, paint.on()).hasLostUnnoticed();
  }

  /** Replaces the line of progress by another, or by none; silent where nobody looks. */
  public void progress(String line) {
    if (interactive) {
      PlainWriter.over(err, paint.on()).steer("\r" + TO_LINE_END);
      err.print(line);
      err.flush();
    }
  }

  /** Asks a question that is answered with yes or anything else, no being the default. */
  public boolean confirms(String question) throws InterruptedException {
    err.print(question + " [y/N] ");
    err.flush();
    String answer = answer();
    return answer != null
        && (answer.strip().equalsIgnoreCase("y") || answer.strip().equalsIgnoreCase("yes"));
  }

  /** Read by a thread of its own, as nothing interrupts a read. */
  private @Nullable String answer() throws InterruptedException {
    CompletableFuture<@Nullable String> line = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                line.complete(in.readLine());
              } catch (IOException e) {
                line.complete(null);
              }
            },
            "answer");
    reader.setDaemon(true);
    reader.start();
    try {
      return line.get();
    } catch (ExecutionException e) {
      return null;
    }
  }

  /** How large the terminal is. */
  record TerminalSize(int rows, int columns) {
    /** Asks {@code stty}, as the JDK does not know; empty when there is no terminal. */
    static Optional<TerminalSize> now() {
      try {
        Process stty =
            new ProcessBuilder("stty", "size")
                .redirectInput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String[] words =
            new String(stty.getInputStream().readAllBytes(), Charset.defaultCharset())
                .strip()
                .split(" ");
        int rows = Integer.parseInt(words[0]);
        int columns = Integer.parseInt(words[1]);
        return rows > 0 && columns > 0
            ? Optional.of(new TerminalSize(rows, columns))
            : Optional.empty();
      } catch (IOException | RuntimeException e) {
        return Optional.empty();
      }
    }
  }
}
