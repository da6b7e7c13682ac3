package io.proteus.controller.configuration;

import io.proteus.controller.policy.PolicyFolder;
import io.proteus.controller.policy.PolicyReviewer;
import io.proteus.controller.policy.PolicySettings;
import io.proteus.controller.policy.PolicyTuning;
import io.proteus.controller.settings.Binder;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.ColdNeighbours;
import io.proteus.core.decision.HeapDivision;
import io.proteus.core.decision.HotPartitions;
import io.proteus.core.decision.LayoutByModel;
import io.proteus.core.decision.LostLocality;
import io.proteus.core.decision.LostNodes;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.decision.Proposer;
import io.proteus.core.decision.SettingsByPolicy;
import io.proteus.core.decision.TokenBalance;
import io.proteus.core.model.DemandModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.model.StoreModel;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.demand.ModelSettings;
import io.proteus.core.strategy.placement.LeastMoves;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.placement.PlacementPolicy;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.AutoScaling;
import io.proteus.core.strategy.scaling.ConfiguredScaling;
import io.proteus.core.strategy.scaling.Headroom;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.ReconfiguringScaling;
import io.proteus.core.strategy.scaling.ReconfiguringScaling.Reconfiguring;
import io.proteus.core.strategy.scaling.ScalingPolicies;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.workload.AccessClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which policy answers which question, and each as it is configured.
 *
 * @param scaling how many nodes: keep, or one of {@link ScalingPolicies}
 * @param configuration met, keep for nodes that stay as they are, heap, model, or policies
 * @param keepsHandSet whether tables keep what somebody has set on them by hand
 * @param counting every way to count nodes as it is configured, by name
 * @param limits what no way to count nodes may exceed
 * @param reconfiguring when nodes are configured by use that another policy counts
 * @param spread how partitions are spread where only nodes are counted
 * @param model when a modelled layout is worth having
 * @param tuningSettings how policies are configured, used or not
 * @param tuning how tables and nodes are set; empty where not by policies
 * @param last what sees all other proposals: what splits hot partitions and merges cold ones, what
 *     compacts those that lost locality, and what moves tokens; none where nothing does
 */
public record StrategySettings(
    String scaling,
    String configuration,
    boolean keepsHandSet,
    Map<String, ConfiguredScaling> counting,
    Limits limits,
    Reconfiguring reconfiguring,
    Spread spread,
    ModelSettings model,
    PolicySettings tuningSettings,
    Optional<PolicyFolder> tuning,
    List<Proposer> last) {
  private static final String MET = "met";
  private static final String KEEP = "keep";
  private static final String MODEL = "model";
  private static final String AUTO = "auto";

  public StrategySettings {
    counting = Map.copyOf(counting);
    last = List.copyOf(last);
  }

  /** Every policy is checked, whichever is used; empty where something is wrong with one. */
  static Optional<StrategySettings> bound(Binder binder, Optional<String> strategy) {
    Map<String, ConfiguredScaling> counting = new LinkedHashMap<>();
    ScalingPolicies.byNameInOrder()
        .forEach(
            (name, type) -> binder.bind(name, type).ifPresent(bound -> counting.put(name, bound)));
    var choice = binder.bind("scaling", StrategyChoice.Counting.class);
    var configuring = binder.bind("configuration", StrategyChoice.Configuring.class);
    var limits = binder.bind("scaling", Limits.class);
    var reconfiguring = binder.bind("scaling", Reconfiguring.class);
    var spread = binder.bind("placement", Spread.class);
    var model = binder.bind("model", ModelSettings.class);
    var policies = binder.bind("policies", PolicySettings.class);
    var splitting = binder.bind("splits", StrategyChoice.Splitting.class);
    var hot = binder.bind("splits", HotPartitions.class);
    var cold = binder.bind("splits", ColdNeighbours.class);
    var keeping = binder.bind("locality", StrategyChoice.Keeping.class);
    var locality = binder.bind("locality", LostLocality.class);
    var balancing = binder.bind("ring", StrategyChoice.Balancing.class);
    var tokens = binder.bind("ring", TokenBalance.class);
    return binder.built(
        () -> {
          String whole = Binder.present(strategy);
          String configuration = configuration(Binder.present(configuring).policy(), whole);
          PolicySettings tuning = Binder.present(policies);
          var folder = folder(binder, configuration, tuning);
          String scaling = Binder.present(choice).policy();
          List<Proposer> last = new ArrayList<>();
          if (isOn(Binder.present(splitting).policy(), whole.equals(AUTO))) {
            last.add(Binder.present(hot));
            last.add(Binder.present(cold));
          }
          if (isOn(Binder.present(keeping).policy(), whole.equals(MET) || whole.equals(AUTO))) {
            last.add(Binder.present(locality));
          }
          if (isOn(Binder.present(balancing).policy(), whole.equals(AUTO))) {
            last.add(Binder.present(tokens));
          }
          return new StrategySettings(
              scaling.equals("strategy") ? whole : scaling,
              configuration,
              Binder.present(configuring).keepHandSet(),
              counting,
              Binder.present(limits),
              Binder.present(reconfiguring),
              Binder.present(spread),
              Binder.present(model),
              tuning,
              folder,
              last);
        });
  }

  private static boolean isOn(StrategyChoice.Switch policy, boolean byStrategy) {
    return policy == StrategyChoice.Switch.STRATEGY
        ? byStrategy
        : policy == StrategyChoice.Switch.ON;
  }

  private static String configuration(StrategyChoice.Policy policy, String strategy) {
    return policy == StrategyChoice.Policy.STRATEGY
        ? switch (strategy) {
          case MET -> MET;
          case AUTO -> MODEL;
          default -> KEEP;
        }
        : policy.name().toLowerCase(Locale.ROOT);
  }

  /** Empty where tables and nodes are not set by policies; then these are not read either. */
  private static Optional<PolicyFolder> folder(
      Binder binder, String configuration, PolicySettings policies) {
    if (!configuration.equals("policies")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new PolicyFolder(policies));
    } catch (InvalidConfiguration e) {
      e.problems().forEach(problem -> binder.refuse("policies.directory: " + problem));
      throw Binder.noted();
    }
  }

  /**
   * The whole strategy.
   *
   * @param store what the engine says of it
   * @param lost what replaces nodes that died, placed as the policies have it
   */
  public Strategy strategy(
      MetSettings met, StoreModel store, Function<PolicyStrategy, Optional<LostNodes>> lost) {
    PolicyStrategy policies = policies(met);
    Proposals all = Proposals.of(policies, lost.apply(policies), settings(met, store));
    for (Proposer proposer : last) {
      all = all.and(proposer);
    }
    return all;
  }

  private Optional<Proposer> settings(MetSettings met, StoreModel store) {
    return switch (configuration) {
      case "heap" ->
          store
              .memory()
              .map(memory -> new HeapDivision(memory, met.heapRoom(), reconfiguring.firstBelow()));
      case MODEL ->
          store
              .memory()
              .flatMap(
                  memory -> store.demands().map(demands -> byModel(met, store, memory, demands)));
      default -> tuning.map(folder -> new SettingsByPolicy(new PolicyTuning(folder)));
    };
  }

  private LayoutByModel byModel(
      MetSettings met, StoreModel store, MemoryModel memory, DemandModel demands) {
    return new LayoutByModel(
        demands, memory, store.costs(), met.heapRoom(), reconfiguring.above(), model);
  }

  /** What nodes may be restarted with, in the store's own keys. */
  Set<String> startKeys(MetSettings met) {
    if (configuration.equals(MET)) {
      return met.profiles().settings().values().stream()
          .flatMap(settings -> settings.keySet().stream())
          .collect(Collectors.toUnmodifiableSet());
    }
    return tuning
        .map(PolicyFolder::get)
        .filter(PolicyReviewer::restarts)
        .map(reviewer -> reviewer.shelf().startKeys())
        .orElse(Set.of());
  }

  /** How many nodes, how configured, holding what; without what policies set. */
  public PolicyStrategy policies(MetSettings met) {
    ScalingPolicy limited = limited();
    if (!configuration.equals(MET)) {
      ScalingPolicy counting = configuration.equals("heap") ? configuring(limited) : limited;
      return new PolicyStrategy(counting, KeepConfiguration.usual(), placement(), false);
    }
    MetProfiles profiles = met.profiles();
    return new PolicyStrategy(
        configuring(limited),
        profiles,
        new MetPlacement(profiles.profileOf(AccessClass.READ_WRITE)),
        met.setBlockSizes(),
        keepsHandSet);
  }

  /** Where partitions go while nodes stay configured as they are. */
  private PlacementPolicy placement() {
    return isAuto() ? new LeastMoves(spread.even(), spread.tolerance()) : spread;
  }

  /** Whether nodes are counted by {@link AutoScaling}, with the guards and the placement for it. */
  public boolean isAuto() {
    return scaling.equals(AUTO);
  }

  /** The room that removals have to leave, whoever counts nodes. */
  Headroom room() {
    return ((AutoScaling) Objects.requireNonNull(counting.get(AUTO))).room();
  }

  /** MeT's own scaling says by itself when nodes are configured. */
  private ScalingPolicy configuring(ScalingPolicy limited) {
    return scaling.equals(MET) ? limited : new ReconfiguringScaling(limited, reconfiguring);
  }

  private ScalingPolicy limited() {
    return scaling.equals(KEEP)
        ? new KeepNodes()
        : Objects.requireNonNull(counting.get(scaling), scaling).within(limits);
  }
}
