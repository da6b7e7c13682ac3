package io.proteus.engine.hbase;

import io.proteus.core.port.SettingsGuide;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** HBase's parameters and the policies that come for them. */
public final class HBaseGuide implements SettingsGuide {

  @Override
  public String catalogue() {
    return text(HBaseSettings.CATALOGUE);
  }

  @Override
  public Map<String, String> policies() {
    Map<String, String> policies = new LinkedHashMap<>();
    for (URL file : HBaseSettings.POLICIES) {
      String path = file.getPath();
      policies.put(path.substring(path.lastIndexOf('/') + 1), text(file));
    }
    return Collections.unmodifiableMap(policies);
  }

  @Override
  public String heapKey() {
    return HBaseSettings.HEAP;
  }

  @Override
  public String readCacheKey() {
    return HBaseTranslation.BLOCK_CACHE;
  }

  @Override
  public String writeBufferKey() {
    return HBaseTranslation.MEMSTORE;
  }

  private static String text(URL file) {
    try (InputStream in = file.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + file, e);
    }
  }
}
