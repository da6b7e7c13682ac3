package io.proteus.controller.json;

import io.proteus.core.strategy.Situation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** An observation from a text instead of a file. */
final class ReadObservation {
  private ReadObservation() {}

  static Situation of(String json) throws IOException, UnreadableJson {
    return SavedObservation.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
  }
}
