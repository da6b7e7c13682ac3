package io.proteus.app.cluster;

import io.proteus.controller.provider.Providers;
import io.proteus.core.words.Words;

/** The words of the engines that there are. */
public final class EngineWords {
  private EngineWords() {}

  /**
   * The words of an engine.
   *
   * @param type as {@code engine.type} has it
   */
  public static Words of(String type) {
    return Providers.engine(type).words();
  }
}
