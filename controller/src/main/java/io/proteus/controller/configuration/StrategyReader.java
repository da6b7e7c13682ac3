package io.proteus.controller.configuration;

import io.proteus.controller.policy.PolicyReviewer;
import io.proteus.controller.policy.PolicySettings;
import io.proteus.controller.policy.PolicyShelf;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.CpuOf;
import io.proteus.core.strategy.scaling.ForecastScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.MdpScaling;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ReconfiguringScaling.Reconfiguring;
import io.proteus.core.strategy.scaling.ResizePrice;
import io.proteus.core.strategy.scaling.Reward;
import io.proteus.core.strategy.scaling.TargetTracking;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Reads {@link StrategySettings}; every policy is checked, whichever is used. */
final class StrategyReader {
  private final ConfigurationReader read;
  private final NodeBounds bounds;

  private StrategyReader(ConfigurationReader read, NodeBounds bounds) {
    this.read = read;
    this.bounds = bounds;
  }

  /** Empty where something is wrong, of which the reader is told. */
  static Optional<StrategySettings> settings(
      ConfigurationReader read, NodeBounds bounds, Path folder) {
    StrategyReader reader = new StrategyReader(read, bounds);
    var limits = read.built(reader::limits);
    var reconfiguring = read.built(reader::reconfiguring);
    var threshold = read.built(reader::threshold);
    var target = read.built(reader::target);
    var mdp = read.built(reader::mdp);
    var forecast = read.built(reader::forecast);
    var spread = read.built(reader::spread);
    var policies = read.built(() -> reader.policies(folder));
    var tuning = read.built(() -> reader.tuning(present(policies)));
    return read.built(
        () ->
            new StrategySettings(
                reader.own(read.value(StrategyKeys.SCALING_POLICY), Settings.STRATEGY),
                reader.configuration(),
                present(limits),
                read.value(StrategyKeys.SCALING_LIMIT_MET),
                present(reconfiguring),
                present(threshold),
                present(target),
                present(mdp),
                present(forecast),
                present(spread),
                present(policies),
                present(tuning)));
  }

  /** What is missing here has been reported where it was built. */
  private static <T> T present(Optional<T> built) {
    return built.orElseThrow(ConfigurationReader.NotValid::new);
  }

  private String own(String policy, Setting<String> strategy) {
    return policy.equals("strategy") ? read.value(strategy) : policy;
  }

  private String configuration() {
    String policy = read.value(StrategyKeys.CONFIGURATION_POLICY);
    if (!policy.equals("strategy")) {
      return policy;
    }
    return read.value(Settings.STRATEGY).equals("met") ? "met" : "keep";
  }

  private PolicySettings policies(Path folder) {
    return new PolicySettings(
        read.value(Settings.ENGINE_TYPE),
        selection(read, folder),
        read.value(StrategyKeys.POLICIES_HOLD).orElse(null),
        read.value(StrategyKeys.POLICIES_TOLERANCE),
        read.value(StrategyKeys.POLICIES_RESTART),
        read.value(StrategyKeys.POLICIES_NODE_MEMORY).orElse(null),
        read.value(Settings.MET_CLASSIFY_IDLE_BELOW));
  }

  /** Which policies take part. */
  static PolicyShelf.Selection selection(ConfigurationReader read, Path folder) {
    return new PolicyShelf.Selection(
        read.optional(StrategyKeys.POLICIES_DIRECTORY).map(folder::resolve),
        read.value(StrategyKeys.POLICIES_DISABLED),
        read.value(StrategyKeys.POLICIES_ENABLED));
  }

  /** Empty where tables and nodes are not set by policies; then these are not read either. */
  private Optional<PolicyReviewer> tuning(PolicySettings policies) {
    if (!configuration().equals("policies")) {
      return Optional.empty();
    }
    try {
      return Optional.of(policies.reviewer());
    } catch (InvalidConfiguration e) {
      e.problems().forEach(problem -> read.refuse("policies.directory: " + problem));
      throw new ConfigurationReader.NotValid();
    }
  }

  private Limits limits() {
    return new Limits(
        bounds,
        read.value(StrategyKeys.SCALING_COOLDOWN_GROW),
        read.value(StrategyKeys.SCALING_COOLDOWN_SHRINK),
        read.value(StrategyKeys.SCALING_OPPOSITE_WINDOW),
        read.value(StrategyKeys.SCALING_REMOVABLE),
        read.value(StrategyKeys.SCALING_REMOVAL_PERIOD),
        read.value(StrategyKeys.SCALING_SHRINK_DECISIONS),
        read.value(Settings.GUARDS_STALE_AFTER));
  }

  private Reconfiguring reconfiguring() {
    return new Reconfiguring(
        read.value(StrategyKeys.SCALING_CONFIGURE_FIRST_BELOW),
        read.value(StrategyKeys.SCALING_RECONFIGURE_ABOVE));
  }

  private Spread spread() {
    return new Spread(
        Even.valueOf(read.value(StrategyKeys.PLACEMENT_EVEN).toUpperCase(Locale.ROOT)),
        read.value(StrategyKeys.PLACEMENT_TOLERANCE));
  }

  private CpuOf cpuOf() {
    return CpuOf.valueOf(read.value(StrategyKeys.SCALING_CPU_OF).toUpperCase(Locale.ROOT));
  }

  private ThresholdScaling threshold() {
    return new ThresholdScaling(
        read.value(StrategyKeys.THRESHOLD_GROW_ABOVE),
        read.value(StrategyKeys.THRESHOLD_SHRINK_BELOW),
        read.value(StrategyKeys.THRESHOLD_IO_WAIT_ABOVE).orElse(null));
  }

  private TargetTracking target() {
    return new TargetTracking(
        read.value(StrategyKeys.TARGET_CPU),
        read.value(StrategyKeys.TARGET_STORAGE).orElse(null),
        read.value(StrategyKeys.TARGET_MARGIN),
        cpuOf());
  }

  private MdpScaling mdp() {
    return new MdpScaling(
        bounds,
        read.value(StrategyKeys.MDP_LARGEST_STEP),
        read.value(StrategyKeys.MDP_DISCOUNT),
        reward(),
        new MdpScaling.Rhythm(
            read.value(StrategyKeys.MDP_DECIDE_EVERY),
            read.value(StrategyKeys.MDP_BACK_OFF),
            read.value(StrategyKeys.MDP_TRAINING_SIZES),
            read.value(StrategyKeys.MDP_SIMILAR),
            read.value(StrategyKeys.MDP_SATURATION),
            read.value(StrategyKeys.MDP_MARGIN)));
  }

  private Reward reward() {
    String name = read.value(StrategyKeys.MDP_REWARD);
    Optional<String> expression = read.optional(StrategyKeys.MDP_EXPRESSION);
    if (name.equals("expression") != expression.isPresent()) {
      throw new InvalidValue(
          expression.isPresent()
              ? "mdp.expression: want it with mdp.reward expression only, got '%s' with mdp.reward %s."
                  .formatted(expression.get(), name)
              : "mdp.expression: want an expression, as mdp.reward is expression.");
    }
    double request = read.value(StrategyKeys.MDP_REQUEST);
    double machine = read.value(StrategyKeys.MDP_MACHINE);
    return switch (name) {
      case "cost" -> new Reward.Cost(machine);
      case "throughput" -> new Reward.Throughput(request);
      case "throughput-less-square" -> new Reward.ThroughputLessSquare(request, machine);
      case "throughput-less-latency" ->
          new Reward.ThroughputLessLatency(
              request, machine, read.value(StrategyKeys.MDP_MILLISECOND));
      default -> new RewardExpression(expression.orElseThrow());
    };
  }

  private ForecastScaling forecast() {
    return new ForecastScaling(
        bounds,
        new ForecastScaling.ServiceLevel(
            read.value(StrategyKeys.FORECAST_CPU),
            read.value(StrategyKeys.FORECAST_SERVICE_LEVEL),
            read.value(StrategyKeys.FORECAST_MARGIN),
            cpuOf()),
        new ForecastScaling.Calendar(
            read.value(StrategyKeys.FORECAST_DAY),
            read.value(StrategyKeys.FORECAST_SLOTS),
            read.value(StrategyKeys.FORECAST_HORIZON)),
        new ResizePrice(
            read.value(StrategyKeys.FORECAST_BOOT),
            read.value(StrategyKeys.FORECAST_COLD_CACHE),
            read.value(StrategyKeys.FORECAST_MOVE)),
        read.value(StrategyKeys.FORECAST_KEEP_UNTIL_LEARNED));
  }
}
