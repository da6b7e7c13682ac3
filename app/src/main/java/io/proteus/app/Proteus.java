package io.proteus.app;

import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.PortException;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OneLine;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command {@code proteus}. */
@Command(
    name = "proteus",
    description = "An autopilot for NoSQL clusters: it watches, plans, and acts within guards.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    footer = {
      "",
      "Examples:",
      "  proteus init                            write a proteus.yaml to keep",
      "  proteus plan                            what would be done, why, at which price",
      "  proteus apply                           do it, after a question",
      "  proteus run                             do it again and again",
      "",
      "Every command explains itself: proteus help COMMAND"
    })
public final class Proteus {
  private static final int REASON_DEPTH = 5;

  /** A chain of causes may be a circle. */
  private static final int MOST_CAUSES = 50;

  @Option(
      names = "--debug",
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show where an error came from.")
  private boolean debug;

  @Option(
      names = "--verbose",
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show what the libraries of the store log, on standard error.")
  private void verbose(boolean on) {
    if (on) {
      Logs.verbose();
      ClientTraces.show();
    }
  }

  public static void main(String[] args) {
    ClientTraces.hide();
    System.exit(exitCode(args));
  }

  /** Threads of the store's client must not keep a process alive whose command has died. */
  private static int exitCode(String... args) {
    try {
      return run(Environment.ofProcess(), args);
    } catch (Error e) {
      // a class that is missing or broken, before there is a screen
      LoggerFactory.getLogger(Proteus.class).error("died of an error in Proteus", e);
      System.err.println("proteus: died of an error in Proteus: " + OneLine.escaped(e.toString()));
      return ExitCode.ERROR;
    }
  }

  /** Runs one command line and returns its {@link ExitCode}. */
  public static int run(Environment environment, String... args) {
    try {
      int code = commandLine(environment, meant(args)).execute(args);
      return code == ExitCode.OK && environment.screen().hasLostResults()
          ? lost(environment.screen())
          : code;
    } catch (OutOfMemoryError e) {
      return outOfMemory(environment.screen());
    } finally {
      environment.screen().out().flush();
      environment.screen().err().flush();
    }
  }

  /** Whoever reads a file of results must not take the half for the whole. */
  private static int lost(Screen screen) {
    screen
        .err()
        .println(
            screen
                .paint()
                .red(
                    "proteus: standard output could not be written, so results are missing. Maybe the disk is full, or the reader of the pipe has ended."));
    return ExitCode.ERROR;
  }

  /** By now nobody holds what the command had read, so that there is room for a sentence. */
  private static int outOfMemory(Screen screen) {
    screen
        .err()
        .println(
            screen
                .paint()
                .red(
                    "proteus: out of memory: %d MB of heap are not enough for this. Give it more, for example PROTEUS_JAVA_OPTS=-Xmx4g proteus ..."
                        .formatted(Runtime.getRuntime().maxMemory() >> 20)));
    return ExitCode.OUT_OF_MEMORY;
  }

  /** Which commands a command line can mean: those it has a word of. A file may hold words too. */
  private static Predicate<String> meant(String... args) {
    List<String> words = List.of(args);
    return words.stream().anyMatch(word -> word.startsWith("@")) ? name -> true : words::contains;
  }

  /** The command with all below it. */
  public static CommandLine commandLine(Environment environment) {
    return commandLine(environment, name -> true);
  }

  private static CommandLine commandLine(Environment environment, Predicate<String> meant) {
    Screen screen = environment.screen();
    Proteus proteus = new Proteus();
    CommandLine line = new CommandLine(proteus);
    List<CommandProvider> providers = CommandProvider.found();
    Commands.lines(Commands.of(environment, providers), meant).forEach(line::addSubcommand);
    addExamples(line, providers);
    line.setOut(screen.out());
    line.setErr(screen.err());
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(screen.paint().on() ? Ansi.ON : Ansi.OFF));
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(100);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((wrong, given) -> refuse(screen, wrong));
    line.setExecutionExceptionHandler((failure, at, parsed) -> proteus.explain(screen, failure));
    line.setExecutionStrategy(Proteus::execute);
    documentExitCodes(line);
    return line;
  }

  private static void addExamples(CommandLine line, List<CommandProvider> providers) {
    List<String> footer = new ArrayList<>(List.of(line.getCommandSpec().usageMessage().footer()));
    List<String> more = providers.stream().flatMap(it -> it.examples().stream()).toList();
    footer.addAll(footer.indexOf("Examples:") + 1, more);
    line.getCommandSpec().usageMessage().footer(footer.toArray(String[]::new));
  }

  /** A command that only has others below it shows its help. */
  private static int execute(ParseResult parsed) {
    ParseResult at = parsed;
    while (at.hasSubcommand()) {
      at = at.subcommand();
    }
    CommandLine line = at.commandSpec().commandLine();
    if (line.getSubcommands().isEmpty() || isAskedForHelp(parsed)) {
      return new CommandLine.RunLast().execute(parsed);
    }
    line.usage(line.getOut());
    return ExitCode.OK;
  }

  private static boolean isAskedForHelp(ParseResult parsed) {
    return parsed.isUsageHelpRequested()
        || parsed.isVersionHelpRequested()
        || (parsed.hasSubcommand() && isAskedForHelp(parsed.subcommand()));
  }

  private static void documentExitCodes(CommandLine line) {
    Set<Integer> codes = ExitCode.of(line);
    Map<String, String> told = new LinkedHashMap<>();
    for (String described : ExitCode.DESCRIPTIONS) {
      String[] parts = described.split(":", 2);
      if (codes.contains(Integer.valueOf(parts[0]))) {
        told.put(parts[0], parts[1]);
      }
    }
    line.getCommandSpec().usageMessage().exitCodeListHeading("%nExit codes:%n").exitCodeList(told);
    line.getSubcommands().values().forEach(Proteus::documentExitCodes);
  }

  private static int refuse(Screen screen, ParameterException wrong) {
    CommandLine at = wrong.getCommandLine();
    screen.err().println(screen.paint().red("proteus: " + wrong.getMessage()));
    CommandLine.UnmatchedArgumentException.printSuggestions(wrong, screen.err());
    screen.err().println("See: " + at.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }

  private int explain(Screen screen, Exception failure) {
    screen.out().flush();
    if (isInterruption(failure) || Thread.currentThread().isInterrupted()) {
      screen.err().println("proteus: interrupted");
      return ExitCode.INTERRUPTED;
    }
    if (debug) {
      failure.printStackTrace(screen.err());
    }
    if (failure instanceof WrongUsage) {
      screen.err().println(screen.paint().red("proteus: " + failure.getMessage()));
      return ExitCode.USAGE;
    }
    boolean expected =
        failure instanceof PortException
            || failure instanceof InvalidValue
            || failure instanceof InvalidConfiguration
            || failure instanceof JournalException;
    String message =
        expected
            ? String.valueOf(failure.getMessage())
            : "unexpected: %s.%s".formatted(chain(failure), debug ? "" : " --debug shows where.");
    screen.err().println(screen.paint().red("proteus: " + message));
    return failure instanceof AlreadyClaimed ? ExitCode.CLAIMED : ExitCode.ERROR;
  }

  /** However it was wrapped on its way: what is closed meanwhile takes the thread's mark away. */
  private static boolean isInterruption(Throwable failure) {
    int depth = 0;
    for (Throwable at = failure; at != null && depth < MOST_CAUSES; at = at.getCause()) {
      if (at instanceof InterruptedException || at instanceof ClosedByInterruptException) {
        return true;
      }
      depth++;
    }
    return false;
  }

  private static String chain(Throwable failure) {
    List<String> causes = new ArrayList<>();
    for (Throwable at = failure; at != null && causes.size() < REASON_DEPTH; at = at.getCause()) {
      causes.add(at.toString());
    }
    return String.join(", because of ", causes);
  }
}
