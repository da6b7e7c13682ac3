package io.proteus.controller.configuration;

import io.proteus.core.port.ClaimSetting;
import io.proteus.core.port.CloudProvider;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The cloud of a cluster with its own settings.
 *
 * @param <S> the record of these
 */
public record CloudChoice<S>(CloudProvider<S> provider, S settings) {

  /** The setting that has the claim kept there; empty where the store keeps it. */
  public Optional<ClaimSetting> claim() {
    return provider.claim(settings);
  }

  /**
   * Reaches it.
   *
   * @param progress told what it is doing
   */
  public OpenCloud open(Consumer<String> progress) throws PortException {
    return provider.open(settings, progress);
  }
}
