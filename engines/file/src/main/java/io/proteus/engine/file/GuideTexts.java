package io.proteus.engine.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The texts of a guide that lie beside its class. */
public final class GuideTexts {
  private final Class<?> guide;

  public GuideTexts(Class<?> guide) {
    this.guide = guide;
  }

  public String catalogue() {
    return text("parameters.yaml");
  }

  /** Policies by the name of their file, in the given order. */
  public Map<String, String> policies(List<String> names) {
    Map<String, String> policies = new LinkedHashMap<>();
    for (String name : names) {
      policies.put(name + ".yaml", text("policies/" + name + ".yaml"));
    }
    return Collections.unmodifiableMap(policies);
  }

  private String text(String file) {
    try (InputStream in = guide.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("a file of ours is missing: " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + file, e);
    }
  }
}
