package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyDrafts;
import io.proteus.controller.policy.PolicyShelf.Selection;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.port.PortException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Where an administrator's own policies are: where the command line says, else where the
 * configuration does, which then is all that counts, else in the usual folder.
 */
final class OwnPolicies {
  private static final Path USUAL = Path.of("policies");

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = {
        "Holds your own policies, one a .yaml file (default: policies.directory of the",
        "configuration; without a configuration ./policies)."
      })
  private @Nullable Path directory;

  @Mixin private EngineOption engine = new EngineOption();

  /** All policies, and which of them take part. */
  record Shelved(List<Policy> policies, Selection selection) {}

  /** Of which kind of store they are. */
  EngineOption engine() {
    return engine;
  }

  /** What the command line says. */
  Optional<Path> directory(Environment environment) throws PortException {
    if (directory == null) {
      return Optional.empty();
    }
    Path folder = environment.folder().resolve(directory);
    if (!Files.isDirectory(folder)) {
      throw new PortException("--directory: %s: there is no such folder.".formatted(folder));
    }
    return Optional.of(folder);
  }

  /**
   * The shipped ones with one's own.
   *
   * @param configuration the file; empty when there is none
   */
  Shelved shelved(Optional<Path> configuration, Environment environment)
      throws InvalidConfiguration, PortException {
    Selection selection = selection(configuration, environment);
    ShippedGuide guide = guide(configuration);
    return new Shelved(selection.of(guide.policies(), guide.catalogue()), selection);
  }

  /**
   * The drafts beside one's own.
   *
   * @param asked what the command line calls the command
   * @throws WrongUsage where nothing says where one's own policies are
   */
  PolicyDrafts drafts(String asked, Optional<Path> configuration, Environment environment)
      throws InvalidConfiguration, PortException {
    return selection(configuration, environment)
        .directory()
        .map(PolicyDrafts::new)
        .orElseThrow(
            () ->
                new WrongUsage(
                    "%s: drafts lie beside policies of your own, where policies.directory or"
                            .formatted(asked)
                        + " --directory says; neither is given."));
  }

  /** What comes with the store. */
  ShippedGuide guide(Optional<Path> configuration) throws InvalidConfiguration {
    return ShippedGuide.of(engine.type(configuration));
  }

  private Selection selection(Optional<Path> configuration, Environment environment)
      throws InvalidConfiguration, PortException {
    Optional<Path> said = directory(environment);
    Selection configured =
        configuration.isPresent()
            ? Configuration.policySelection(configuration.get())
            : Selection.SHIPPED;
    if (said.isPresent()) {
      return configured.from(said.get());
    }
    Path usual = environment.folder().resolve(USUAL);
    if (configured.directory().isPresent() || !Files.isDirectory(usual)) {
      return configured;
    }
    if (configuration.isEmpty()) {
      return configured.from(usual);
    }
    environment
        .screen()
        .err()
        .println(
            "%s does not count: policies.directory of %s does not name it."
                .formatted(usual, configuration.get()));
    return configured;
  }

  /**
   * One of them.
   *
   * @param asked what the command line calls the name
   */
  Policy named(String name, String asked, Optional<Path> configuration, Environment environment)
      throws InvalidConfiguration, PortException {
    List<Policy> policies = shelved(configuration, environment).policies();
    List<String> names = policies.stream().map(Policy::name).toList();
    return policies.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new WrongUsage(
                    "%s: there is no policy '%s'%s. There are: %s."
                        .formatted(
                            asked,
                            name,
                            NearestWord.to(name, names)
                                .map(near -> ", maybe '%s'".formatted(near))
                                .orElse(""),
                            String.join(", ", names))));
  }
}
