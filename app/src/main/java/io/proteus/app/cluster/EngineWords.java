package io.proteus.app.cluster;

import io.proteus.core.words.Words;
import io.proteus.engine.hbase.HBaseWords;

/** The words of the engines that there are. */
public final class EngineWords {
  private EngineWords() {}

  /**
   * The words of an engine.
   *
   * @param type as {@code engine.type} has it
   */
  public static Words of(String type) {
    if (!type.equals("hbase")) {
      throw new IllegalArgumentException("there are no words for the engine '" + type + "'");
    }
    return HBaseWords.WORDS;
  }
}
