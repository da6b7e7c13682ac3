package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.app.server.Role;
import io.proteus.app.server.Tokens;
import io.proteus.controller.settings.InvalidConfiguration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code proteus token}. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    description =
        "Who may ask what of `proteus serve`. Only hashes are kept; changes count at once.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  proteus token add prometheus --role viewer",
      "  proteus token add anna --role operator",
      "  proteus token list",
      "  proteus token remove anna"
    })
public final class TokenCommand {
  private final Environment environment;

  public TokenCommand(Environment environment) {
    this.environment = environment;
  }

  private Tokens tokens(ClusterOptions of) throws InvalidConfiguration {
    of.requireFile("token");
    return new Tokens(of.configuration(environment).server().tokens());
  }

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = "Make a token and print it, once.")
  int add(
      @Mixin ClusterOptions of,
      @Parameters(paramLabel = "NAME", description = "Shown in the journal.") String name,
      @Option(
              names = "--role",
              required = true,
              paramLabel = "ROLE",
              description = "viewer looks; operator approves too; administrator changes the mode.")
          Role role)
      throws InvalidConfiguration {
    if (role == Role.ANYBODY) {
      throw new WrongUsage("--role: want viewer, operator or administrator, got anybody.");
    }
    String token = tokens(of).add(name, role, environment.time().now());
    Screen screen = environment.screen();
    screen.out().println(token);
    screen
        .err()
        .println("This is the only time it is shown. Send it as Authorization: Bearer TOKEN.");
    return ExitCode.OK;
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Names and roles.")
  int list(@Mixin ClusterOptions of) throws InvalidConfiguration {
    List<Tokens.Token> all = tokens(of).all();
    Screen screen = environment.screen();
    if (all.isEmpty()) {
      screen.out().println("There is no token yet. proteus token add NAME --role ROLE makes one.");
      return ExitCode.OK;
    }
    for (Tokens.Token token : all) {
      screen.out().printf("%-14s %s  %s%n", token.role().word(), token.made(), token.name());
    }
    return ExitCode.OK;
  }

  @Command(name = "remove", mixinStandardHelpOptions = true, description = "Take a token away.")
  int remove(
      @Mixin ClusterOptions of,
      @Parameters(paramLabel = "NAME", description = "As `token list` shows it.") String name)
      throws InvalidConfiguration {
    if (!tokens(of).remove(name)) {
      throw new WrongUsage("token remove: there is no token of the name '%s'.".formatted(name));
    }
    environment.screen().out().println("%s is not known any more.".formatted(name));
    return ExitCode.OK;
  }
}
