package io.proteus.core.port;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * A kind of place where nodes run. It is found as a {@link java.util.ServiceLoader service}.
 *
 * @param <S> a record of settings, the keys of the section {@code cloud} that are its own
 */
public interface CloudProvider<S> {

  /** The name in {@code cloud.type}. */
  String type();

  /** The record of its settings. */
  Class<S> settings();

  /** The setting that has the claim kept there; empty where the store keeps it. */
  default Optional<ClaimSetting> claim(S settings) {
    return Optional.empty();
  }

  /**
   * Reaches it.
   *
   * @param progress told what it is doing, in sentences
   */
  OpenCloud open(S settings, Consumer<String> progress) throws PortException;
}
