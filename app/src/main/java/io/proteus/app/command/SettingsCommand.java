package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.controller.configuration.ConfigurationDocuments;
import io.proteus.controller.configuration.StoreTable;
import io.proteus.controller.json.SavedObservation;
import io.proteus.controller.policy.PolicyFile;
import io.proteus.controller.settings.GeneratedPart;
import io.proteus.core.port.PortException;
import io.proteus.simulator.scenario.ScenarioDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus settings}. */
@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    description =
        "Print every setting of proteus.yaml: its default, how it is written, what it is.",
    footer = {
      "",
      "Examples:",
      "  proteus settings",
      "  proteus settings --schema > proteus.schema.json"
    })
@Exits(never = {ExitCode.OUT_OF_MEMORY, ExitCode.INTERRUPTED})
public final class SettingsCommand implements Callable<Integer> {
  private final Environment environment;

  /** What has a generated schema. */
  enum Schema {
    CONFIGURATION(ConfigurationDocuments::schema),
    SCENARIO(ScenarioDocuments::schema),
    POLICY(PolicyFile::schema),
    OBSERVATION(SavedObservation::jsonSchema);

    private final Supplier<String> text;

    Schema(Supplier<String> text) {
      this.text = text;
    }
  }

  @Option(
      names = "--schema",
      arity = "0..1",
      paramLabel = "OF",
      fallbackValue = "CONFIGURATION",
      description =
          "Print a JSON schema instead: of the configuration, a scenario, a policy or an"
              + " observation.")
  private @Nullable Schema schema;

  @Option(
      names = "--write",
      paramLabel = "FOLDER",
      description = "Write what is generated of it into the folder of the documentation.")
  private @Nullable Path folder;

  public SettingsCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException {
    Path target = folder;
    if (target != null) {
      write(environment.folder().resolve(target));
    } else {
      environment
          .screen()
          .out()
          .print(schema == null ? ConfigurationDocuments.reference() : schema.text.get());
    }
    return ExitCode.OK;
  }

  private static void write(Path folder) throws PortException {
    Path schemas = folder.resolve("schema");
    try {
      Files.createDirectories(schemas);
      Files.writeString(folder.resolve("settings.md"), ConfigurationDocuments.reference());
      Files.writeString(schemas.resolve("policy.schema.json"), PolicyFile.schema());
      Files.writeString(schemas.resolve("observation.schema.json"), SavedObservation.jsonSchema());
      replace(folder.resolve("policies.md"), PolicyFile.tables());
      replace(folder.resolve("scenarios.md"), ScenarioDocuments.tables());
      replace(folder.resolveSibling("README.md"), StoreTable.table());
    } catch (IOException e) {
      throw new PortException("%s: cannot be written (%s).".formatted(folder, e), e);
    }
  }

  private static void replace(Path document, String part) throws IOException {
    if (Files.exists(document) && GeneratedPart.isIn(Files.readString(document))) {
      Files.writeString(document, GeneratedPart.in(Files.readString(document), part));
    }
  }
}
