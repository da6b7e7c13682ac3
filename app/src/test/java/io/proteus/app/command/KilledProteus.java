package io.proteus.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.proteus.app.Proteus;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Proteus that ends as by SIGKILL (no hook runs) in the moment in which it says something. To
 * read its output and to kill it from outside is too late now and then, on a busy machine.
 */
final class KilledProteus {
  /** As a process that SIGKILL has ended. */
  static final int EXIT = 137;

  private KilledProteus() {}

  /** A command line of Proteus; one that is killed when it says these words, unless empty. */
  static List<String> command(String killedAt, List<String> words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path")));
    if (killedAt.isEmpty()) {
      command.add(Proteus.class.getName());
    } else {
      command.addAll(List.of(KilledProteus.class.getName(), killedAt));
    }
    command.addAll(words);
    return command;
  }

  /**
   * Runs Proteus.
   *
   * @param args the words at which it ends, then the command
   */
  public static void main(String[] args) {
    System.setOut(new PrintStream(new Listening(System.out, args[0]), true, UTF_8));
    System.setErr(new PrintStream(new Listening(System.err, args[0]), true, UTF_8));
    Proteus.main(Arrays.copyOfRange(args, 1, args.length));
  }

  private static final class Listening extends OutputStream {
    private final PrintStream out;
    private final String killedAt;
    private final StringBuilder line = new StringBuilder();

    Listening(PrintStream out, String killedAt) {
      this.out = out;
      this.killedAt = killedAt;
    }

    @Override
    public void write(int letter) {
      out.write(letter);
      line.append((char) letter);
      if (letter == '\n') {
        out.flush();
        if (line.indexOf(killedAt) >= 0) {
          Runtime.getRuntime().halt(EXIT);
        }
        line.setLength(0);
      }
    }

    @Override
    public void flush() {
      out.flush();
    }
  }
}
