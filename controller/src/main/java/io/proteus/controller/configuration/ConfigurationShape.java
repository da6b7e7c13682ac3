package io.proteus.controller.configuration;

import io.proteus.controller.policy.PolicySettings;
import io.proteus.controller.provider.Providers;
import io.proteus.controller.settings.DeclaredSection;
import io.proteus.controller.settings.Kind;
import io.proteus.controller.settings.Kinds;
import io.proteus.controller.settings.SettingsDocuments;
import io.proteus.core.decision.ColdNeighbours;
import io.proteus.core.decision.HotPartitions;
import io.proteus.core.decision.LostLocality;
import io.proteus.core.decision.TokenBalance;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.setting.Key;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.demand.ModelSettings;
import io.proteus.core.strategy.guard.AfterUndo;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ReconfiguringScaling.Reconfiguring;
import io.proteus.core.strategy.scaling.Reward;
import io.proteus.core.strategy.scaling.ScalingPolicies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Which records a configuration file consists of: each section with its owner's. */
public final class ConfigurationShape {
  private ConfigurationShape() {}

  /** The sections in the order of the reference; several records may share one. */
  public static List<DeclaredSection> sections() {
    List<DeclaredSection> sections = new ArrayList<>();
    add(sections, "cluster", ClusterSettings.class);
    add(sections, "engine", EngineSettings.class);
    add(sections, "cloud", CloudSettings.class);
    add(sections, "hosts", HostSettings.class);
    add(sections, "", StrategyChoice.Whole.class);
    add(sections, "configuration", StrategyChoice.Configuring.class);
    add(sections, "placement", Spread.class);
    add(sections, "model", ModelSettings.class);
    add(sections, "splits", StrategyChoice.Splitting.class);
    add(sections, "splits", HotPartitions.class);
    add(sections, "splits", ColdNeighbours.class);
    add(sections, "locality", StrategyChoice.Keeping.class);
    add(sections, "locality", LostLocality.class);
    add(sections, "ring", StrategyChoice.Balancing.class);
    add(sections, "ring", TokenBalance.class);
    add(sections, "scaling", StrategyChoice.Counting.class);
    add(sections, "scaling", Limits.class);
    add(sections, "scaling", Reconfiguring.class);
    ScalingPolicies.byNameInOrder()
        .forEach(
            (name, type) -> {
              if (!name.equals("met")) {
                add(sections, name, type);
              }
            });
    add(sections, "policies", PolicySettings.class);
    add(sections, "monitor", MonitorSettings.class);
    add(sections, "met", MetSettings.class);
    add(sections, "nodes", NodeBounds.class);
    add(sections, "guards", GuardSettings.class);
    add(sections, "guards", HeapRoom.class);
    add(sections, "execution", ExecutionSettings.class);
    add(sections, "execution", StrategyChoice.Prefetching.class);
    add(sections, "verification", VerificationSettings.class);
    add(sections, "verification", AfterUndo.class);
    add(sections, "journal", JournalSettings.class);
    add(sections, "approval", ApprovalSettings.class);
    add(sections, "server", ServerSettings.class);
    add(sections, "notifications", NotificationSettings.class);
    add(sections, "telemetry", TelemetrySettings.class);
    return List.copyOf(sections);
  }

  /** The documents that are generated from the settings. */
  public static SettingsDocuments documents() {
    List<DeclaredSection> all = new ArrayList<>(sections());
    String usualEngine = usual(EngineSettings.class);
    String usualCloud = usual(CloudSettings.class);
    Providers.engines().stream()
        .sorted(Comparator.comparing(EngineProvider::type))
        .filter(it -> it.settings().getRecordComponents().length > 0)
        .forEach(
            it ->
                all.add(
                    new DeclaredSection(
                        "engine", it.type(), it.type().equals(usualEngine), it.settings())));
    Providers.clouds().stream()
        .sorted(Comparator.comparing(CloudProvider::type))
        .filter(it -> it.settings().getRecordComponents().length > 0)
        .forEach(
            it ->
                all.add(
                    new DeclaredSection(
                        "cloud", it.type(), it.type().equals(usualCloud), it.settings())));
    Providers.hosts().stream()
        .filter(it -> it.settings().getRecordComponents().length > 0)
        .forEach(
            it -> all.add(new DeclaredSection(Extensions.section(it), "", false, it.settings())));
    return new SettingsDocuments(all, kinds());
  }

  /** The type of a section that names none. */
  private static String usual(Class<?> section) {
    return Arrays.stream(section.getRecordComponents())
        .filter(component -> component.getName().equals("type"))
        .map(component -> component.getAnnotation(Key.class).usual())
        .findFirst()
        .orElseThrow();
  }

  private static void add(List<DeclaredSection> sections, String at, Class<?> type) {
    sections.add(new DeclaredSection(at, type));
  }

  /** How values are written in it. */
  public static Kinds kinds() {
    List<String> counting = new ArrayList<>(List.of("strategy", "keep"));
    counting.addAll(ScalingPolicies.names());
    return Kinds.usual()
        .with("java.util.List<io.proteus.controller.bounds.MaintenanceWindow>", WindowKind.WINDOWS)
        .with(
            Reward.class.getName(),
            Kind.text("text", "a text", Map.of("type", "string"), RewardExpression::new))
        .with(
            StepKind.class.getName(),
            Kind.oneOf(StepKind.words()).map(word -> StepKind.of(word).orElseThrow()))
        .withWords("strategies", ScalingPolicies.names())
        .withWords("scaling policies", counting);
  }
}
