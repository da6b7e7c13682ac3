package io.proteus.app.words;

import io.proteus.core.model.MemoryModel;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Noun;
import io.proteus.core.words.Words;
import java.util.Optional;
import java.util.Set;

/** {@code engine.type: pantry}: an engine whose words are those of no other; it opens nothing. */
public final class PantryEngine implements EngineProvider<PantryEngine.Settings> {
  /** None of them begins as another store's does. */
  public static final Words WORDS =
      new Words(
          "Pantry",
          new Noun("shelf", "shelves"),
          new Noun("jar", "jars"),
          new Noun("larder", "larders"),
          new Noun("front row", "front rows"),
          new Noun("tray", "trays"),
          "a sliding board",
          "a shallow tray");

  /** Nothing of it is set. */
  public record Settings() {}

  @Override
  public String type() {
    return "pantry";
  }

  @Override
  public Class<Settings> settings() {
    return Settings.class;
  }

  @Override
  public Words words() {
    return WORDS;
  }

  @Override
  public Optional<MemoryModel> memory() {
    return Optional.of(
        new MemoryModel(
            ByteSize.ofKilobytes(64),
            Ratio.of(0.9),
            ByteSize.ofKilobytes(1),
            ByteSize.ofMegabytes(1),
            ByteSize.ofMegabytes(64),
            Ratio.of(0.8)));
  }

  @Override
  public OpenStore open(Settings settings, Set<String> startKeys) throws PortException {
    throw new PortException("a test opens its own");
  }
}
