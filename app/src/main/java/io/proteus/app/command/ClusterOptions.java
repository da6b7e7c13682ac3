package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.OptionValue;
import io.proteus.app.WrongUsage;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.provider.Providers;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.ConnectionOption;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Which cluster a command is about: that of a file, or one that an engine's own option names. */
public final class ClusterOptions {
  public static final String DEFAULT_FILE = "proteus.yaml";

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "The cluster's configuration (default: proteus.yaml).")
  private @Nullable Path file;

  private final List<Named> named = new ArrayList<>();

  /** A cluster that an option names. */
  private record Named(EngineProvider<?> engine, ConnectionOption option, String value) {}

  /** An engine's option. */
  private record Offer(EngineProvider<?> engine, ConnectionOption option) {}

  private static List<Offer> offers() {
    return Providers.engines().stream()
        .flatMap(engine -> engine.options().stream().map(option -> new Offer(engine, option)))
        .toList();
  }

  /** Lines for the help of all: how a cluster is looked at without any file. */
  public static List<String> examples() {
    return offers().stream()
        .map(Offer::option)
        .map(option -> "  proteus watch %s %s".formatted(option.name(), option.example()))
        .map("%-42slook at a cluster, nothing else needed"::formatted)
        .toList();
  }

  /** Gives the options of the engines to every command that takes a cluster. */
  public static void offer(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    for (CommandSpec mixin : spec.mixins().values()) {
      if (mixin.userObject() instanceof ClusterOptions options) {
        offers().forEach(offer -> spec.addOption(options.option(offer)));
      }
    }
    line.getSubcommands().values().forEach(ClusterOptions::offer);
  }

  private OptionSpec option(Offer offer) {
    ConnectionOption option = offer.option();
    return OptionSpec.builder(option.names().toArray(String[]::new))
        .paramLabel(option.value())
        .description(option.description().toArray(String[]::new))
        .type(String.class)
        .setter(
            new ISetter() {
              @Override
              public <T> T set(T value) {
                take(offer, (String) value);
                return value;
              }
            })
        .build();
  }

  private void take(Offer offer, @Nullable String value) {
    named.removeIf(other -> other.option() == offer.option()); // of an earlier command line
    if (value != null) {
      named.add(new Named(offer.engine(), offer.option(), value));
    }
  }

  /** Whether a cluster was named at all. */
  boolean isChosen() {
    return file != null || isWithoutFile();
  }

  /** Whether the cluster was named by an option alone: then nothing is kept of it. */
  public boolean isWithoutFile() {
    return !named.isEmpty();
  }

  /** The configuration's file; empty where there is none. */
  Optional<Path> file(Environment environment) {
    return isWithoutFile() ? Optional.empty() : ConfigurationFile.of(file, environment);
  }

  /** The file of the configuration; empty where the cluster was named without one. */
  public Optional<Path> path(Environment environment) {
    return isWithoutFile()
        ? Optional.empty()
        : Optional.of(environment.folder().resolve(file == null ? Path.of(DEFAULT_FILE) : file));
  }

  /** Refuses a cluster without a file: whoever acts keeps a journal of it. */
  public void requireFile(String command) {
    if (isWithoutFile()) {
      throw new WrongUsage(
          "%s: keeps a journal of the cluster, so it wants a file. `proteus init` writes one."
              .formatted(command));
    }
  }

  /** The configuration of a cluster whose journal is to be read. */
  public Configuration withJournal(Environment environment) throws InvalidConfiguration {
    if (isWithoutFile()) {
      throw new WrongUsage(
          "%s: nothing is kept of a cluster without a file. Give --config FILE."
              .formatted(named.get(0).option().name()));
    }
    return configuration(environment);
  }

  /** The configuration that was chosen. */
  public Configuration configuration(Environment environment) throws InvalidConfiguration {
    List<String> given = new ArrayList<>(named.stream().map(it -> it.option().name()).toList());
    if (file != null) {
      given.add("--config");
    }
    if (given.size() > 1) {
      throw new WrongUsage(
          "%s name a cluster each. Give one of them.".formatted(String.join(" and ", given)));
    }
    if (isWithoutFile()) {
      return of(named.get(0), environment.folder());
    }
    Path chosen = environment.folder().resolve(file == null ? Path.of(DEFAULT_FILE) : file);
    if (file == null && !chosen.toFile().exists()) {
      throw new InvalidValue(
          "there is no proteus.yaml here, so no cluster is known. One of these helps:\n"
              + helps().entrySet().stream()
                  .map(help -> "  %-28s%s".formatted(help.getKey(), help.getValue()))
                  .collect(Collectors.joining("\n")));
    }
    return Configuration.read(chosen);
  }

  private static Map<String, String> helps() {
    Map<String, String> helps = new TreeMap<>();
    for (Offer offer : offers()) {
      helps.put(
          "%s %s".formatted(offer.option().name(), offer.option().value()),
          "looks at a cluster without any file");
    }
    helps.put("--config FILE", "names a file that is elsewhere");
    helps.put("proteus init", "writes one");
    helps.put("proteus local up", "makes a cluster on this machine, with its file");
    return helps;
  }

  /** Every setting at its default, but for one interval being enough: somebody is waiting. */
  private static Configuration of(Named named, Path folder) throws InvalidConfiguration {
    String option = named.option().name();
    Map<String, String> settings =
        new TreeMap<>(OptionValue.of(option, () -> named.option().settings().apply(named.value())));
    settings.put("type", named.engine().type());
    return Configuration.parseUnseen(
        option,
        """
        cluster:
          name: unnamed
        engine:
        %s
        monitor:
          period: 15s
          samples: 1
        """
            .formatted(
                settings.entrySet().stream()
                    .map(
                        key ->
                            "  %s: '%s'".formatted(key.getKey(), key.getValue().replace("'", "''")))
                    .collect(Collectors.joining("\n"))),
        folder);
  }
}
