package io.proteus.controller.configuration;

import io.proteus.controller.bounds.Bounds;
import io.proteus.controller.bounds.MaintenanceWindows;
import io.proteus.controller.bounds.PlanLimits;
import io.proteus.controller.configuration.Settings.ProfileSettings;
import io.proteus.controller.configuration.VerificationSettings.WhenWorse;
import io.proteus.controller.policy.PolicyShelf;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.YamlText;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.Stillborn;
import io.proteus.core.history.Smoothing;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.plan.Planner;
import io.proteus.core.plan.Predictor;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.workload.AccessClass;
import io.proteus.core.workload.Classifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * All settings of one cluster: read once from one YAML file, validated whole, immutable. Every key
 * with its default is in {@code docs/operations.md}.
 */
public record Configuration(
    String clusterName,
    EngineSettings engine,
    CloudSettings cloud,
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
    ServerSettings server) {

  /** What {@code strategy:} takes. */
  public static final List<String> STRATEGIES =
      List.of("met", "threshold", "mdp", "target", "forecast");

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
    String source = String.valueOf(file.getFileName());
    ConfigurationReader read = new ConfigurationReader(source, YamlText.parse(source, text(file)));
    read.refuseProblems();
    return StrategyReader.selection(read, folderOf(file));
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
    return parsed(new ConfigurationReader(source, YamlText.parse(source, text)), folder);
  }

  /**
   * The same for a text that was put together here: lines of it would lead nobody anywhere, so
   * errors leave them out.
   */
  public static Configuration parseUnseen(String source, String text, Path folder)
      throws InvalidConfiguration {
    return parsed(
        new ConfigurationReader(source, YamlText.parse(source, text)).withoutLines(), folder);
  }

  private static Configuration parsed(ConfigurationReader read, Path folder)
      throws InvalidConfiguration {
    Optional<NodeBounds> nodes =
        read.built(
            () -> new NodeBounds(read.value(Settings.NODES_MIN), read.value(Settings.NODES_MAX)));
    var engine = read.built(() -> engine(read));
    var cloud = read.built(() -> cloud(read, folder));
    var monitor = read.built(() -> monitor(read));
    var scaling = read.built(() -> scaling(read, nodes));
    var profiles = read.built(() -> profiles(read));
    var planner = read.built(() -> planner(read));
    var guards = read.built(() -> guards(read));
    var execution = read.built(() -> execution(read));
    var verification = read.built(() -> verification(read));
    var journal = read.built(() -> journal(read, folder));
    var approval = read.built(() -> approval(read));
    var server = read.built(() -> server(read, folder));
    var policies =
        StrategyReader.settings(read, nodes.orElseGet(() -> new NodeBounds(1, 0)), folder);
    read.refuseProblems();
    return new Configuration(
        read.value(Settings.CLUSTER_NAME),
        engine.orElseThrow(),
        cloud.orElseThrow(),
        read.value(Settings.STRATEGY),
        monitor.orElseThrow(),
        new MetSettings(
            scaling.orElseThrow(),
            read.value(Settings.MET_OPPOSITE_WINDOW),
            profiles.orElseThrow(),
            planner.orElseThrow(),
            read.value(Settings.MET_SET_BLOCK_SIZE)),
        nodes.orElseThrow(),
        guards.orElseThrow(),
        execution.orElseThrow(),
        verification.orElseThrow(),
        journal.orElseThrow(),
        policies.orElseThrow(),
        approval.orElseThrow(),
        server.orElseThrow());
  }

  /** A commented file with every setting at its default, as {@code proteus init} prints it. */
  public static String template() {
    try (InputStream in = Configuration.class.getResourceAsStream("proteus.yaml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the template is part of the program", e);
    }
  }

  /** Guards, strategy, planner and predictor as configured. */
  public DecisionMaker decisionMaker() {
    return new DecisionMaker(
        policies.strategy(met),
        guards.guards(),
        met.planner(),
        new Predictor(
            execution.movesInFlight(),
            execution.compactionsInFlight(),
            guards.horizon(),
            EngineCostModels.of(engine.type())),
        cloud.stillborn());
  }

  private static EngineSettings engine(ConfigurationReader read) {
    return new EngineSettings(
        read.value(Settings.ENGINE_TYPE),
        read.value(Settings.ENGINE_ZOOKEEPER),
        read.value(Settings.ENGINE_ZNODE_PARENT),
        read.value(Settings.ENGINE_CONNECT_TIMEOUT),
        read.value(Settings.ENGINE_SCRAPE_TIMEOUT),
        read.value(Settings.ENGINE_PROPERTIES),
        read.value(Settings.ENGINE_EXCLUDE_TABLES));
  }

  private static CloudSettings cloud(ConfigurationReader read, Path folder) {
    return new CloudSettings(
        read.value(Settings.CLOUD_TYPE),
        read.optional(Settings.CLOUD_DIRECTORY).map(path -> folder.resolve(path).normalize()),
        new Stillborn(read.value(Settings.CLOUD_MACHINE_GRACE)));
  }

  private static MonitorSettings monitor(ConfigurationReader read) {
    return new MonitorSettings(
        read.value(Settings.MONITOR_PERIOD),
        read.value(Settings.MONITOR_SAMPLES),
        new Smoothing(read.value(Settings.MONITOR_SMOOTHING).value()));
  }

  private static MetScaling scaling(ConfigurationReader read, Optional<NodeBounds> nodes) {
    return new MetScaling(
        read.value(Settings.MET_CPU_ABOVE),
        read.value(Settings.MET_IO_WAIT_ABOVE),
        read.value(Settings.MET_CPU_BELOW),
        read.value(Settings.MET_SUB_OPTIMAL_NODES),
        read.value(Settings.MET_UNDERLOAD_DECISIONS),
        nodes.orElseGet(() -> new NodeBounds(1, 0)));
  }

  private static MetProfiles profiles(ConfigurationReader read) {
    Map<AccessClass, NodeProfile> profiles = new EnumMap<>(AccessClass.class);
    for (var entry : Settings.MET_PROFILES.entrySet()) {
      ProfileSettings keys = entry.getValue();
      profiles.put(
          entry.getKey(),
          new NodeProfile(
              entry.getKey().toString(),
              new MemorySplit(read.value(keys.readCache()), read.value(keys.writeBuffer())),
              read.value(keys.blockSize())));
    }
    return new MetProfiles(
        new Classifier(
            read.value(Settings.MET_CLASSIFY_WRITE),
            read.value(Settings.MET_CLASSIFY_SCAN),
            read.value(Settings.MET_CLASSIFY_READ),
            read.value(Settings.MET_CLASSIFY_IDLE_BELOW)),
        profiles,
        read.value(Settings.MET_MEMORY_LIMIT));
  }

  private static Planner planner(ConfigurationReader read) {
    return new Planner(
        read.value(Settings.MET_COMPACT_BELOW_WRITE),
        read.value(Settings.MET_COMPACT_BELOW_OTHER),
        new HeapRoom(read.value(Settings.GUARDS_HEAP_FULL)),
        read.value(Settings.EXECUTION_PREFETCH));
  }

  private static GuardSettings guards(ConfigurationReader read) {
    return new GuardSettings(
        read.value(Settings.GUARDS_MINIMUM_KNOWN),
        read.value(Settings.GUARDS_STALE_AFTER),
        read.value(Settings.GUARDS_COOLDOWN),
        read.value(Settings.GUARDS_BALANCER).equals("take-over"),
        read.value(Settings.GUARDS_MINIMUM_GAIN),
        read.value(Settings.GUARDS_MAXIMUM_MOVES),
        read.value(Settings.VERIFICATION_HOLD_AFTER_UNDO),
        read.value(Settings.GUARDS_HORIZON).orElse(null));
  }

  private static ExecutionSettings execution(ConfigurationReader read) {
    return new ExecutionSettings(
        read.value(Settings.EXECUTION_MOVES_IN_FLIGHT),
        read.value(Settings.EXECUTION_COMPACTIONS_IN_FLIGHT),
        read.value(Settings.EXECUTION_PAUSE_COMPACTIONS),
        read.value(Settings.EXECUTION_POLL_EVERY),
        read.value(Settings.EXECUTION_BLOCKED_AT_MOST),
        read.value(Settings.EXECUTION_ATTEMPTS),
        read.value(Settings.EXECUTION_CANARY));
  }

  private static VerificationSettings verification(ConfigurationReader read) {
    return new VerificationSettings(
        WhenWorse.valueOf(read.value(Settings.VERIFICATION_WHEN_WORSE).toUpperCase(Locale.ROOT)),
        read.value(Settings.VERIFICATION_SETTLE),
        read.value(Settings.VERIFICATION_WINDOW),
        read.value(Settings.VERIFICATION_WORSENING));
  }

  private static JournalSettings journal(ConfigurationReader read, Path folder) {
    return new JournalSettings(
        ofCluster(read, Settings.JOURNAL_FILE, folder), read.value(Settings.JOURNAL_KEEP));
  }

  private static Path ofCluster(ConfigurationReader read, Setting<Path> setting, Path folder) {
    String file =
        read.value(setting).toString().replace("<cluster.name>", read.value(Settings.CLUSTER_NAME));
    return folder.resolve(file).toAbsolutePath().normalize();
  }

  private static ApprovalSettings approval(ConfigurationReader read) {
    return new ApprovalSettings(
        ApprovalMode.of(read.value(Settings.APPROVAL_MODE)).orElseThrow(),
        read.value(Settings.APPROVAL_EXPIRES_AFTER),
        read.value(Settings.APPROVAL_QUIET_AFTER_REJECT),
        new Bounds(
            new PlanLimits(
                read.value(Settings.APPROVAL_LIMIT_MOVES).orElse(null),
                read.value(Settings.APPROVAL_LIMIT_BYTES_MOVED).orElse(null),
                read.value(Settings.APPROVAL_LIMIT_MEMORY_SPLITS).orElse(null),
                read.value(Settings.APPROVAL_LIMIT_RESTARTS).orElse(null),
                read.value(Settings.APPROVAL_LIMIT_TABLES_ALTERED).orElse(null),
                read.value(Settings.APPROVAL_LIMIT_BYTES_COMPACTED).orElse(null),
                read.value(Settings.APPROVAL_LIMIT_NODES_ADDED).orElse(null),
                read.value(Settings.APPROVAL_LIMIT_NODES_REMOVED).orElse(null)),
            new MaintenanceWindows(read.value(Settings.APPROVAL_WINDOWS)),
            read.value(Settings.APPROVAL_ANYTIME)));
  }

  private static ServerSettings server(ConfigurationReader read, Path folder) {
    return new ServerSettings(
        read.value(Settings.SERVER_ADDRESS),
        read.value(Settings.SERVER_PORT),
        ofCluster(read, Settings.SERVER_TOKENS, folder),
        read.value(Settings.SERVER_OPEN),
        read.optional(Settings.SERVER_TLS_CERTIFICATE).map(folder::resolve),
        read.optional(Settings.SERVER_TLS_KEY).map(folder::resolve),
        read.value(Settings.SERVER_LARGEST_REQUEST),
        read.value(Settings.SERVER_REQUESTS_PER_SECOND),
        read.value(Settings.SERVER_LISTENERS),
        read.optional(Settings.SERVER_OIDC_ISSUER)
            .map(
                issuer ->
                    OidcSettings.of(
                        issuer,
                        read.optional(Settings.SERVER_OIDC_AUDIENCE).orElse(""),
                        read.value(Settings.SERVER_OIDC_ROLES_CLAIM),
                        read.value(Settings.SERVER_OIDC_ROLES))));
  }
}
