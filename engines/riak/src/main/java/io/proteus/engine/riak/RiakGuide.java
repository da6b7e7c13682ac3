package io.proteus.engine.riak;

import io.proteus.core.port.SettingsGuide;
import io.proteus.engine.file.GuideTexts;
import java.util.Map;

/**
 * The parameters of Riak's nodes. There are no policies: Riak counts requests for whole nodes only,
 * so that nothing tells what a bucket type is used for.
 */
public final class RiakGuide implements SettingsGuide {
  private static final GuideTexts TEXTS = new GuideTexts(RiakGuide.class);

  /** A node divides no memory between reads and writes that Proteus could change. */
  private static final String NONE = "";

  @Override
  public String catalogue() {
    return TEXTS.catalogue();
  }

  @Override
  public Map<String, String> policies() {
    return Map.of();
  }

  @Override
  public String heapKey() {
    return NONE;
  }

  @Override
  public String readCacheKey() {
    return NONE;
  }

  @Override
  public String writeBufferKey() {
    return NONE;
  }
}
