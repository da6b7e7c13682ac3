package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class CommandsTest {
  @TempDir private Path folder;

  /** A command of another module. */
  @Command(name = "demo", description = "Shows something.")
  private static final class Brought implements Runnable {
    @Override
    public void run() {}
  }

  private List<CommandLine> commands(List<CommandProvider> providers) {
    return commands(providers, name -> true);
  }

  private List<CommandLine> commands(List<CommandProvider> providers, Predicate<String> meant) {
    return Commands.lines(
        Commands.of(new CommandLineUnderTest(folder, ManualClock.start()).environment(), providers),
        meant);
  }

  private static CommandLine named(List<CommandLine> commands, String name) {
    return commands.stream()
        .filter(command -> command.getCommandName().equals(name))
        .findAny()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"experiment", "experiment loads --seeds 2", "tune --help", "demo", "local up"})
  void aCommandOfAModuleThatIsAbsentNamesTheModule(String given) {
    String name = given.split(" ")[0];
    CommandLine absent = named(commands(List.of()), name);

    assertThat(absent.getCommandSpec().usageMessage().hidden()).isTrue();
    assertThatThrownBy(
            () -> {
              absent.parseArgs(given.substring(name.length()).strip().split(" "));
              absent.<AbsentCommand.Refusal>getCommand().call();
            })
        .isInstanceOf(WrongUsage.class)
        .hasMessageStartingWith(name + ": the module proteus-lab brings this command");
  }

  @Test
  void aCommandThatAProviderBringsIsListedBeforeTheVersion() {
    List<CommandLine> commands =
        commands(List.of(environment -> List.of(Subcommand.of(Brought.class, Brought::new))));

    assertThat(named(commands, "demo").getCommandSpec().usageMessage().hidden()).isFalse();
    assertThat(commands.stream().map(CommandLine::getCommandName))
        .startsWith("demo", "help", "version")
        .containsOnlyOnce("demo");
  }

  /** Making one takes longer than all else that a short command does. */
  @Test
  void aCommandThatIsNotNamedIsListedAndNotMade() {
    CommandProvider provider =
        environment ->
            List.of(
                Subcommand.of(
                    Brought.class,
                    () -> {
                      throw new AssertionError("made");
                    }));

    CommandLine listed = named(commands(List.of(provider), "version"::equals), "demo");

    assertThat(listed.getCommandSpec().usageMessage().description())
        .containsExactly("Shows something.");
  }

  @Test
  void theHelpOfAllIsTheSameWhetherCommandsAreMadeOrNot() {
    CommandLineUnderTest proteus = new CommandLineUnderTest(folder, ManualClock.start());

    assertThat(proteus.run("--help").out()).isEqualTo(proteus.commandLine().getUsageMessage());
  }
}
