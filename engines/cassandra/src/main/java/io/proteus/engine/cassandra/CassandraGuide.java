package io.proteus.engine.cassandra;

import io.proteus.core.port.SettingsGuide;
import io.proteus.engine.file.GuideTexts;
import java.util.List;
import java.util.Map;

/**
 * The parameters of Cassandra's nodes and tables, and policies for what a keyspace is used for. No
 * policy takes part by itself, as what they gain was not measured.
 */
public final class CassandraGuide implements SettingsGuide {
  private static final GuideTexts TEXTS = new GuideTexts(CassandraGuide.class);
  private static final List<String> POLICIES =
      List.of("cassandra-write", "cassandra-read", "cassandra-scan", "cassandra-mixed");

  /** What a node divides its memory into is set in its file, by people. */
  private static final String NONE = "";

  @Override
  public String catalogue() {
    return TEXTS.catalogue();
  }

  @Override
  public Map<String, String> policies() {
    return TEXTS.policies(POLICIES);
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
