package io.proteus.controller.configuration;

import io.proteus.controller.policy.PolicyShelf;
import io.proteus.controller.provider.Providers;
import io.proteus.controller.settings.Binder;
import io.proteus.controller.settings.DeclaredSection;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.YamlText;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.model.StoreModel;
import io.proteus.core.plan.prediction.Predictor;
import io.proteus.core.strategy.scaling.NodeBounds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * All settings of one cluster: read once from one YAML file, validated whole, immutable. Every key
 * with its default is in {@code docs/settings.md}.
 *
 * @param written what the file says, by key; the rest is at its default
 */
public record Configuration(
    String clusterName,
    EngineSettings engine,
    CloudSettings cloud,
    HostSettings hosts,
    String strategy,
    MonitorSettings monitor,
    MetSettings met,
    NodeBounds nodes,
    GuardSettings guards,
    ExecutionSettings execution,
    VerificationSettings verification,
    JournalSettings journal,
    StrategySettings policies,
    ApprovalSettings approval,
    ServerSettings server,
    NotificationSettings notifications,
    TelemetrySettings telemetry,
    Extensions extensions,
    Map<String, String> written) {

  private static final String HEAD =
      """
      # How Proteus looks after one cluster. Every setting is here with its default; a line that is taken out keeps it.
      # docs/settings.md lists them all, with the way each value is written.
      """;

  /**
   * Reads a file; paths in it are relative to its folder.
   *
   * @throws InvalidConfiguration with all that is wrong, a file that cannot be read included
   */
  public static Configuration read(Path file) throws InvalidConfiguration {
    return parse(String.valueOf(file.getFileName()), text(file), folderOf(file));
  }

  /**
   * Which policies a file names, however its settings go together: so that policies can be looked
   * at before all of it is right.
   *
   * @throws InvalidConfiguration with every setting that is wrong
   */
  public static PolicyShelf.Selection policySelection(Path file) throws InvalidConfiguration {
    Path folder = folderOf(file);
    String source = String.valueOf(file.getFileName());
    Binder binder =
        Binder.of(source, YamlText.parse(source, text(file)), ConfigurationShape.kinds(), folder);
    ConfigurationShape.sections().forEach(it -> binder.declare(it.at(), it.type()));
    var selection = binder.bind("policies", PolicyShelf.Selection.class);
    for (DeclaredSection section : ConfigurationShape.sections()) {
      binder.bind(section.at(), section.type());
    }
    Extensions.bound(
        binder,
        binder.bind("engine", EngineSettings.class),
        binder.bind("cloud", CloudSettings.class),
        binder.bind("hosts", HostSettings.class));
    binder.refuseWrongKeysAndValues();
    if (selection.isEmpty()) {
      binder.refuseProblems();
    }
    return Binder.present(selection);
  }

  /**
   * Of which type a file's engine is, whatever else is wrong with it.
   *
   * @throws InvalidConfiguration where it cannot be read at all
   */
  public static String engineType(Path file) throws InvalidConfiguration {
    String source = String.valueOf(file.getFileName());
    return Binder.of(
            source, YamlText.parse(source, text(file)), ConfigurationShape.kinds(), folderOf(file))
        .bind("engine", EngineSettings.class)
        .map(EngineSettings::type)
        .orElse(EngineSettings.USUAL);
  }

  private static Path folderOf(Path file) {
    return Objects.requireNonNullElse(file.toAbsolutePath().getParent(), Path.of("/"));
  }

  private static String text(Path file) throws InvalidConfiguration {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new InvalidConfiguration(
          List.of("%s: there is no such file. 'proteus init' writes one.".formatted(file)));
    } catch (IOException e) {
      throw new InvalidConfiguration(
          List.of("%s: cannot be read as text: %s".formatted(file, e.getMessage())));
    }
  }

  /**
   * @param source what errors call the text
   * @param folder to which paths are relative
   */
  public static Configuration parse(String source, String text, Path folder)
      throws InvalidConfiguration {
    return parsed(
        Binder.of(source, YamlText.parse(source, text), ConfigurationShape.kinds(), folder),
        YamlText.flat(source, text));
  }

  /** Parses a text that was generated. Errors leave its lines out, because no file has them. */
  public static Configuration parseUnseen(String source, String text, Path folder)
      throws InvalidConfiguration {
    return parsed(
        Binder.ofUnseen(source, YamlText.parse(source, text), ConfigurationShape.kinds(), folder),
        YamlText.flat(source, text));
  }

  private static Configuration parsed(Binder binder, Map<String, String> written)
      throws InvalidConfiguration {
    ConfigurationShape.sections().forEach(it -> binder.declare(it.at(), it.type()));
    var cluster = binder.bind("cluster", ClusterSettings.class);
    cluster.ifPresent(named -> binder.nameCluster(named.name()));
    var engine = binder.bind("engine", EngineSettings.class);
    var cloud = binder.bind("cloud", CloudSettings.class);
    var hosts = binder.bind("hosts", HostSettings.class);
    var extensions = Extensions.bound(binder, engine, cloud, hosts);
    var strategy = binder.bind("", StrategyChoice.Whole.class);
    var monitor = binder.bind("monitor", MonitorSettings.class);
    var met = binder.bind("met", MetSettings.class);
    var nodes = binder.bind("nodes", NodeBounds.class);
    var guards = binder.bind("guards", GuardSettings.class);
    var execution = binder.bind("execution", ExecutionSettings.class);
    var verification = binder.bind("verification", VerificationSettings.class);
    var journal = binder.bind("journal", JournalSettings.class);
    var approval = binder.bind("approval", ApprovalSettings.class);
    var server = binder.bind("server", ServerSettings.class);
    var telemetry = binder.bind("telemetry", TelemetrySettings.class);
    var notifications = binder.bind("notifications", NotificationSettings.class);
    var policies = StrategySettings.bound(binder, strategy.map(StrategyChoice.Whole::strategy));
    binder.refuseProblems();
    return new Configuration(
        cluster.orElseThrow().name(),
        engine.orElseThrow(),
        cloud.orElseThrow(),
        hosts.orElseThrow(),
        strategy.orElseThrow().strategy(),
        monitor.orElseThrow(),
        met.orElseThrow(),
        nodes.orElseThrow(),
        guards.orElseThrow(),
        execution.orElseThrow(),
        verification.orElseThrow(),
        journal.orElseThrow(),
        policies.orElseThrow(),
        approval.orElseThrow(),
        server.orElseThrow(),
        notifications.orElseThrow(),
        telemetry.orElseThrow(),
        extensions,
        written);
  }

  /** A commented file with every setting at its default, for the usual engine. */
  public static String template() {
    return template(EngineSettings.USUAL);
  }

  /**
   * The same for an engine, as {@code proteus init} prints it.
   *
   * @throws io.proteus.core.units.InvalidValue where there is no such engine
   */
  public static String template(String engine) {
    String type = Providers.engine(engine).type();
    return HEAD
        + ConfigurationShape.documents()
            .template(Map.of("engine", type))
            .replaceFirst("(?m)^engine:\\n(  #.*\\n)*  type: \\S+", "engine:\n  type: " + type);
  }

  /** The keys that a file for an engine must have. */
  public static List<String> requiredKeys(String engine) {
    return ConfigurationShape.documents().required(Map.of("engine", engine));
  }

  /**
   * What nodes may be restarted with, in the store's own keys: nodes are asked what they were
   * started with of these, as else nobody could tell what to change.
   */
  public Set<String> startKeys() {
    return policies.startKeys(met);
  }

  /** Guards, strategy, planner and predictor as configured. */
  public DecisionMaker decisionMaker() {
    StoreModel store = Providers.model(engine.type());
    return new DecisionMaker(
        policies.strategy(met, store, answers -> guards.lostNodes(answers, nodes)),
        guards.guards(policies.isAuto()),
        met.planner(store.memory()),
        new Predictor(
            execution.movesInFlight(),
            execution.compactionsInFlight(),
            guards.horizon(),
            store.costs()),
        cloud.overdueMachines(),
        guards.harmless(policies));
  }
}
