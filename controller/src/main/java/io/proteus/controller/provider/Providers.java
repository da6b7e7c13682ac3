package io.proteus.controller.provider;

import io.proteus.controller.settings.NearestWord;
import io.proteus.core.model.CostModel;
import io.proteus.core.model.MemoryModel;
import io.proteus.core.model.StoreModel;
import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.HostMetricsProvider;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds engines, clouds and sources of host metrics as services. */
public final class Providers {
  private static final List<EngineProvider<?>> ENGINES =
      Providers.<EngineProvider<?>, EngineProvider>found(EngineProvider.class, it -> it);
  private static final List<CloudProvider<?>> CLOUDS =
      Providers.<CloudProvider<?>, CloudProvider>found(CloudProvider.class, it -> it);
  private static final List<HostMetricsProvider<?>> HOSTS =
      Providers.<HostMetricsProvider<?>, HostMetricsProvider>found(
          HostMetricsProvider.class, it -> it);

  private Providers() {}

  private static <P, R> List<P> found(Class<R> service, Function<R, P> typed) {
    return ServiceLoader.load(service).stream()
        .map(ServiceLoader.Provider::get)
        .map(typed)
        .toList();
  }

  /** All engines. */
  public static List<EngineProvider<?>> engines() {
    return ENGINES;
  }

  /** All clouds. */
  public static List<CloudProvider<?>> clouds() {
    return CLOUDS;
  }

  /** All sources of host metrics. */
  public static List<HostMetricsProvider<?>> hosts() {
    return HOSTS;
  }

  /**
   * The engine of a type.
   *
   * @throws InvalidValue naming those that there are, and the nearest, where it is not among them
   */
  public static EngineProvider<?> engine(String type) {
    return chosen("engine.type", type, engines(), EngineProvider::type);
  }

  /**
   * The cloud of a type.
   *
   * @throws InvalidValue naming those that there are, and the nearest, where it is not among them
   */
  public static CloudProvider<?> cloud(String type) {
    return chosen("cloud.type", type, clouds(), CloudProvider::type);
  }

  /**
   * The source of host metrics of a type.
   *
   * @throws InvalidValue naming those that there are, and the nearest, where it is not among them
   */
  public static HostMetricsProvider<?> hosts(String type) {
    return chosen("hosts.sources", type, hosts(), HostMetricsProvider::type);
  }

  /** The engine's guide; empty where it has none or is not present. */
  public static Optional<SettingsGuide> guide(String engine) {
    return present(engine).flatMap(EngineProvider::guide);
  }

  /** The engine's costs; assumed ones where the engine is not present. */
  public static CostModel costs(String engine) {
    return present(engine).map(EngineProvider::costs).orElseGet(CostModel::assumed);
  }

  /** How an engine's nodes use their memory; empty when they divide none, or it is not here. */
  public static Optional<MemoryModel> memory(String engine) {
    return present(engine).flatMap(EngineProvider::memory);
  }

  /** All that an engine says of its stores; what is assumed where it is not here. */
  public static StoreModel model(String engine) {
    return present(engine)
        .map(provider -> new StoreModel(provider.memory(), provider.demands(), provider.costs()))
        .orElseGet(StoreModel::assumed);
  }

  private static Optional<EngineProvider<?>> present(String engine) {
    return engines().stream().filter(provider -> provider.type().equals(engine)).findFirst();
  }

  private static <P> P chosen(String key, String type, List<P> all, Function<P, String> typeOf) {
    List<String> types = all.stream().map(typeOf).sorted().toList();
    return all.stream()
        .filter(provider -> typeOf.apply(provider).equals(type))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidValue(
                    "%s: want %s, got '%s'.%s"
                        .formatted(
                            key,
                            types.size() == 1 ? types.get(0) : "one of " + String.join(", ", types),
                            type,
                            NearestWord.to(type, types)
                                .map(" Maybe '%s'."::formatted)
                                .orElse(""))));
  }
}
