package io.proteus.controller.configuration;

import io.proteus.controller.provider.Providers;
import io.proteus.controller.settings.Binder;
import io.proteus.core.port.ClaimSetting;
import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.HostMetricsProvider;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The engine, the cloud and the sources of host metrics of a cluster, each with the settings that
 * it reads itself. Empty where no module on the class path brings any, as in a simulation: what the
 * file says to them is left unread then.
 */
public record Extensions(
    Optional<EngineChoice<?>> chosenEngine,
    Optional<CloudChoice<?>> chosenCloud,
    List<HostChoice<?>> hosts) {
  public Extensions {
    hosts = List.copyOf(hosts);
  }

  /** The engine that reaches the cluster. */
  public EngineChoice<?> engine() {
    return chosenEngine.orElseThrow(() -> new InvalidValue("engine.type: no engine is installed."));
  }

  /** What operators have to know about the cluster first; empty where there is nothing. */
  public Optional<String> remark() {
    return chosenEngine.flatMap(engine -> engine.provider().remark());
  }

  /** The cloud that runs the nodes. */
  public CloudChoice<?> cloud() {
    return chosenCloud.orElseThrow(() -> new InvalidValue("cloud.type: no cloud is installed."));
  }

  static Extensions bound(
      Binder binder,
      Optional<EngineSettings> engine,
      Optional<CloudSettings> cloud,
      Optional<HostSettings> hosts) {
    Optional<EngineProvider<?>> store =
        Providers.engines().isEmpty()
            ? Optional.empty()
            : engine.flatMap(it -> known(binder, () -> Providers.engine(it.type())));
    Optional<CloudProvider<?>> place =
        Providers.clouds().isEmpty()
            ? Optional.empty()
            : cloud.flatMap(it -> known(binder, () -> Providers.cloud(it.type())));
    Map<String, Class<?>> stores = new TreeMap<>();
    Providers.engines().forEach(each -> stores.put(each.type(), each.settings()));
    store.ifPresent(own -> binder.refuseOf("engine", stores, own.type()));
    Map<String, Class<?>> places = new TreeMap<>();
    Providers.clouds().forEach(each -> places.put(each.type(), each.settings()));
    place.ifPresent(own -> binder.refuseOf("cloud", places, own.type()));
    if (store.isEmpty()) {
      binder.leave("engine");
    }
    if (place.isEmpty()) {
      binder.leave("cloud");
    }
    Optional<EngineChoice<?>> chosenEngine = store.flatMap(provider -> engine(binder, provider));
    Optional<CloudChoice<?>> chosenCloud = place.flatMap(provider -> cloud(binder, provider));
    refuseSecondClaim(binder, store, chosenCloud);
    return new Extensions(
        chosenEngine,
        chosenCloud,
        hosts(binder, hosts.map(HostSettings::sources).orElse(List.of())));
  }

  /** Two Proteus that look for the claim in two places could both act. */
  private static void refuseSecondClaim(
      Binder binder, Optional<EngineProvider<?>> store, Optional<CloudChoice<?>> cloud) {
    Optional<ClaimSetting> elsewhere = cloud.flatMap(CloudChoice::claim);
    if (store.isEmpty() || store.get().claimMayBeElsewhere() || elsewhere.isEmpty()) {
      return;
    }
    binder.refuse(
        elsewhere.get().key(),
        "want nothing with engine.type %s, whose clusters keep the claim themselves, where every Proteus that reaches them looks for it; got %s. Take the line out."
            .formatted(store.get().type(), elsewhere.get().value()));
  }

  private static List<HostChoice<?>> hosts(Binder binder, List<String> types) {
    for (HostMetricsProvider<?> other : Providers.hosts()) {
      String at = section(other);
      if (!types.contains(other.type()) && binder.has(at)) {
        binder.refuse(
            "%s: is for a source that hosts.sources does not name; it has %s."
                .formatted(at, String.join(", ", types)));
        binder.leave(at);
      }
    }
    List<HostChoice<?>> chosen = new ArrayList<>();
    for (String type : types) {
      known(binder, () -> Providers.hosts(type))
          .flatMap(provider -> host(binder, provider))
          .ifPresent(chosen::add);
    }
    return chosen;
  }

  /** The section with a source's settings. */
  static String section(HostMetricsProvider<?> provider) {
    return "hosts." + provider.type();
  }

  private static <S> Optional<HostChoice<?>> host(Binder binder, HostMetricsProvider<S> provider) {
    return binder
        .bind(section(provider), provider.settings())
        .map(settings -> new HostChoice<>(provider, settings));
  }

  private static <P> Optional<P> known(Binder binder, Supplier<P> find) {
    return binder.built(find);
  }

  private static <S> Optional<EngineChoice<?>> engine(Binder binder, EngineProvider<S> provider) {
    return binder
        .bind("engine", provider.settings())
        .map(settings -> new EngineChoice<>(provider, settings));
  }

  private static <S> Optional<CloudChoice<?>> cloud(Binder binder, CloudProvider<S> provider) {
    return binder
        .bind("cloud", provider.settings())
        .map(settings -> new CloudChoice<>(provider, settings));
  }
}
