package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.port.PortException;
import io.proteus.testkit.ManualClock;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the command line answers to; the tests of modules that bring commands inherit it. */
public class UsageTest {
  /** Said at once, as it may take a while. */
  private static final String CONNECTING =
      "Connecting to HBase cluster unnamed at zk1:2181/hbase\n";

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("everyCommand")
  void helpSaysExitCodesAndFitsAScreen(String command) {
    Outcome help = proteus().run((command + " --help").strip().split(" "));

    assertThat(help.exitCode()).isZero();
    assertThat(help.out())
        .startsWith("Usage: proteus")
        .contains("Exit codes:")
        .doesNotContain("default: ["); // a default can be typed as it is shown
    assertThat(help.out().lines()).hasSizeLessThan(60).allMatch(line -> line.length() <= 100);
    assertThat(help.err()).isEmpty();
  }

  /** A list of commands has the first line of each description only. */
  @Test
  void whatTheListsOfCommandsSayOfEachIsAWholeSentence() {
    assertWholeSentences(commandLine());
  }

  protected static void assertWholeSentences(CommandLine listing) {
    assertThat(listing.getSubcommands().values())
        .filteredOn(command -> !command.getCommandSpec().usageMessage().hidden())
        .extracting(command -> command.getCommandSpec().usageMessage().description()[0])
        .allMatch(line -> line.endsWith("."));
    listing.getSubcommands().values().forEach(UsageTest::assertWholeSentences);
  }

  @Test
  void aloneItShowsItsHelpAsDoesACommandThatOnlyHasOthers() {
    for (String command : List.of("", "policies")) {
      String[] words = command.isEmpty() ? new String[0] : new String[] {command};
      Outcome alone = proteus().run(words);

      assertThat(alone.exitCode()).as(command).isZero();
      assertThat(alone.out())
          .isEqualTo(proteus().run((command + " --help").strip().split(" ")).out());
      assertThat(alone.err()).isEmpty();
    }
  }

  @Test
  void helpIsACommandToo() {
    for (String command : List.of("watch", "policies show", "")) {
      Outcome help = proteus().run(("help " + command).strip().split(" "));

      assertThat(help.exitCode()).as(help.err()).isZero();
      assertThat(help.out())
          .isEqualTo(proteus().run((command + " --help").strip().split(" ")).out());
    }
    Outcome wrong = proteus().run("help", "wach");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("no command 'wach'").contains("Maybe 'watch'");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0 1 2",
    "help, 0 1 2",
    "version, 0 1 2",
    "policies, 0 1 2",
    "watch, 0 1 2 7 130",
    "history, 0 1 2 7 130",
    "plan, 0 1 2 3 7 130",
    "apply, 0 1 2 3 4 5 6 7 130",
    "undo, 0 1 2 4 5 6 7 130",
    "run, 0 1 2 5 7 130",
    "serve, 0 1 2 7 130",
    "init, 0 1 2 6",
    "settings, 0 1 2",
    "check, 0 1 2 7 8 130",
    "bulk-load prepare, 0 1 2 5 6 7 130",
    "bulk-load finish, 0 1 2 5 7 130",
  })
  void theHelpListsTheExitCodesThatMayCome(String command, String codes) {
    String help = proteus().run((command + " --help").strip().split(" ")).out();
    String listed = help.substring(help.indexOf("Exit codes:")).split("\n\\s*\n", 2)[0];

    assertThat(
            Pattern.compile("(?m)^  (\\d+) ")
                .matcher(listed)
                .results()
                .map(found -> found.group(1)))
        .containsExactly(codes.split(" "));
  }

  /** Who ends with another code says so. */
  @Test
  void whatACommandsSourceEndsWithIsListed() throws IOException {
    Pattern ends = Pattern.compile("(?:return|[?:]|throw) ExitCode\\.([A-Z_]+)");
    int found = 0;
    for (String name : everyCommand()) {
      CommandLine line = at(name);
      if (!line.getSubcommands().isEmpty()) {
        continue; // ends with what those below it end with
      }
      Class<?> type = line.getCommandSpec().userObject().getClass();
      Path source =
          Path.of(
              "src/main/java", type.getName().replaceAll("\\$.*", "").replace('.', '/') + ".java");
      if (!Files.exists(source)) {
        continue; // of another module
      }
      String help = line.getUsageMessage();
      for (MatchResult code : ends.matcher(Files.readString(source)).results().toList()) {
        found++;
        assertThat(help).as(name).containsPattern("(?m)^  %d ".formatted(number(code.group(1))));
      }
    }
    assertThat(found).isPositive();
  }

  private static int number(String exitCode) {
    try {
      return ExitCode.class.getField(exitCode).getInt(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static CommandLine at(String name) {
    CommandLine line = commandLine();
    for (String word : name.split(" ")) {
      line = word.isEmpty() ? line : line.getSubcommands().get(word);
    }
    return line;
  }

  @Test
  void anIntervalIsCheckedAsTheSettingIs() {
    for (String[] given :
        List.of(
            new String[] {"watch", "--once"},
            new String[] {"plan"},
            new String[] {"run", "--dry-run"})) {
      for (String wrong : List.of("3", "3ms", "0s", "-1s")) {
        List<String> words = new ArrayList<>(List.of(given));
        words.add("--interval=" + wrong);

        Outcome refused = proteus().configured("").run(words.toArray(String[]::new));

        assertThat(refused.exitCode()).as("%s", words).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("--interval");
        Outcome file = proteus().configured("monitor: {period: " + wrong + "}\n").run(given);
        assertThat(file.exitCode()).as(wrong).isEqualTo(ExitCode.ERROR);
        assertThat(file.err()).contains("monitor.period");
      }
    }
  }

  /** Picocli formats every text: a lone % in it is a warning on the user's screen. */
  @ParameterizedTest
  @MethodSource("everyCommand")
  void everyTextOfTheHelpCanBeFormatted(String name) {
    CommandLine line = at(name);
    List<String> texts = new ArrayList<>();
    Object command = line.getCommandSpec().userObject();
    AnnotatedElement commandAt =
        command instanceof AnnotatedElement method ? method : command.getClass();
    Command annotation = commandAt.getAnnotation(Command.class);
    texts.addAll(List.of(annotation.description()));
    texts.addAll(List.of(annotation.footer()));
    for (ArgSpec arg : line.getCommandSpec().args()) {
      // as written: what picocli answers with is formatted, or was given up
      if (arg.userObject() instanceof AnnotatedElement written) {
        Option option = written.getAnnotation(Option.class);
        Parameters parameters = written.getAnnotation(Parameters.class);
        texts.addAll(List.of(option == null ? new String[0] : option.description()));
        texts.addAll(List.of(parameters == null ? new String[0] : parameters.description()));
      }
    }

    assertThat(texts).isNotEmpty();
    for (String text : texts) {
      assertThatCode(() -> String.format(text)).as(text).doesNotThrowAnyException();
    }
  }

  protected static List<String> everyCommand() {
    List<String> commands = new ArrayList<>();
    collect("", commandLine(), commands);
    return commands;
  }

  protected static CommandLine commandLine() {
    return new CommandLineUnderTest(Path.of("."), ManualClock.start()).commandLine();
  }

  private static void collect(String name, CommandLine line, List<String> commands) {
    if (line.getCommandSpec().usageMessage().hidden()) {
      return;
    }
    commands.add(name);
    line.getSubcommands()
        .forEach((word, below) -> collect((name + " " + word).strip(), below, commands));
  }

  @Test
  void aMistypedCommandIsToldTheNearestOne() {
    Outcome wrong = proteus().run("wacth");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("'wacth'").contains("--help");
  }

  @Test
  void withoutAClusterTheNextMovesAreListed() {
    Outcome lost = proteus().run("plan");

    assertThat(lost.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(lost.err()).contains("--zookeeper").contains("proteus init");
  }

  @Test
  void anUnknownSettingIsAnErrorWithTheNearestKnownOne() {
    Outcome wrong = proteus().configured("guards:\n  cooldwon: 5m\n").run("watch", "--once");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err()).contains("guards.cooldwon").contains("guards.cooldown");
  }

  @Test
  void aProfileOverTheHeapLimitIsRefusedBeforeAnythingIsReached() {
    Outcome wrong =
        proteus()
            .configured("met:\n  profiles:\n    read: {readCache: 0.7, writeBuffer: 0.3}\n")
            .run("plan");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err()).contains("met.profiles.read").contains("met.memoryLimit");
  }

  @Test
  void aClusterThatIsNotThereIsOneSentenceWithoutAStackTrace() {
    Outcome unreachable =
        proteus()
            .reachedBy(
                configuration -> {
                  throw new PortException("No ZooKeeper answers at zk1:2181 within 6 s.");
                })
            .run("watch", "-z", "zk1");

    assertThat(unreachable.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(unreachable.err())
        .isEqualTo(CONNECTING + "proteus: No ZooKeeper answers at zk1:2181 within 6 s.\n");
  }

  @Test
  void theUnexpectedIsOneLineAndDebugShowsWhereItCameFrom() {
    CommandLineUnderTest broken =
        proteus()
            .reachedBy(
                configuration -> {
                  throw new IllegalStateException("broken");
                });

    assertThat(broken.run("watch", "-z", "zk1").err())
        .startsWith(CONNECTING)
        .hasLineCount(2)
        .contains("broken");
    assertThat(broken.run("watch", "-z", "zk1", "--debug").err()).contains("\tat io.proteus");
  }

  /** Whoever closes what was open takes the thread's mark away before the error is looked at. */
  @Test
  void ctrlCWhileAClusterIsReadIsAnInterruptionHoweverItIsWrapped() {
    InterruptedException ctrlC = new InterruptedException();
    for (Exception wrapped :
        List.of(
            new PortException("Interrupted while reading the cluster", ctrlC),
            new IllegalStateException(new ExecutionException(ctrlC)))) {
      Outcome ended =
          proteus()
              .reachedBy(
                  configuration -> {
                    if (wrapped instanceof PortException known) {
                      throw known;
                    }
                    throw (RuntimeException) wrapped;
                  })
              .run("watch", "-z", "zk1");

      assertThat(ended.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(ended.err()).isEqualTo(CONNECTING + "proteus: interrupted\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "watch -zzk1 --top -1",
        "watch -zzk1 --interval 10ms",
        "plan -zzk1 --steps -3",
        "plan -zzk1 --steps many",
        "simulate steady --seeds 0",
        "simulate steady --strategy ,",
      })
  void aValueThatCannotBeIsWrongUsageAndNamesItsOption(String line) {
    assertWrongUsage(line);
  }

  /** The third word of the line is the option that is refused. */
  protected final void assertWrongUsage(String line) {
    String[] words = line.split(" ");

    Outcome refused = proteus().run(words);

    assertThat(refused.err()).contains(words[2]).doesNotContain("unexpected");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFileAndAZooKeeperTogetherAreWrongUsage() {
    assertThat(proteus().run("plan", "-z", "zk1", "-c", "a.yaml").exitCode())
        .isEqualTo(ExitCode.USAGE);
    assertThat(proteus().run("plan", "-z", "zk1", "--interval", "soon").err())
        .contains("want a time such as");
  }

  @Test
  void initWritesATemplateAndAsksBeforeItOverwrites() throws Exception {
    Outcome first = proteus().run("init");
    Files.writeString(folder.resolve("proteus.yaml"), "mine");

    assertThat(first.exitCode()).isZero();
    assertThat(first.out()).endsWith("then: proteus watch\n");
    assertThat(proteus().run("init").err()).contains("--yes overwrites");
    assertThat(proteus().answering("n\n").run("init").exitCode()).isEqualTo(ExitCode.DECLINED);
    assertThat(Files.readString(folder.resolve("proteus.yaml"))).isEqualTo("mine");
    assertThat(proteus().answering("y\n").run("init").exitCode()).isZero();
    assertThat(Files.readString(folder.resolve("proteus.yaml"))).contains("zookeeper:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "./proteus.yaml | \"\"",
        "etc/orders.yaml | \" --config etc/orders.yaml\"",
        "etc/proteus.yaml | \" --config etc/proteus.yaml\"",
        "the orders.yaml | \" --config 'the orders.yaml'\"",
      })
  void initNamesTheNextCommandWithTheFileThatItWrote(String file, String option) {
    Outcome outcome = proteus().run("init", file);

    assertThat(outcome.out()).endsWith("then: proteus watch" + option + "\n");
  }

  protected final CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, ManualClock.start());
  }
}
