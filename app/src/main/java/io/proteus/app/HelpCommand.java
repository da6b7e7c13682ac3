package io.proteus.app;

import io.proteus.controller.settings.NearestWord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code proteus help}: the same as {@code --help} after the words. */
@Command(
    name = "help",
    mixinStandardHelpOptions = true,
    description = "Show the help of a command, or of all.",
    footer = {"", "Examples:", "  proteus help watch", "  proteus help policies show"})
@Exits(never = {ExitCode.OUT_OF_MEMORY, ExitCode.INTERRUPTED})
final class HelpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "As on the command line.")
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    CommandLine at = spec.root().commandLine();
    for (String word : words) {
      CommandLine below = at.getSubcommands().get(word);
      if (below == null) {
        throw new WrongUsage(
            "help: %s has no command '%s'.%s"
                .formatted(
                    at.getCommandSpec().qualifiedName(),
                    word,
                    NearestWord.to(word, at.getSubcommands().keySet())
                        .map(" Maybe '%s'."::formatted)
                        .orElse("")));
      }
      if (below.getCommandSpec().userObject() instanceof AbsentCommand.Refusal absent) {
        return absent.call();
      }
      at = below;
    }
    at.usage(spec.commandLine().getOut());
    return ExitCode.OK;
  }
}
