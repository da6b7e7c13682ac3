package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.util.List;

/**
 * Which store it is; how it is reached is for its engine to say.
 *
 * @param type of an engine that is installed
 * @param excludeTables tables that Proteus leaves alone, as a person wrote them
 */
@Section("How the store is reached.")
public record EngineSettings(
    @Key(doc = "the store", usual = EngineSettings.USUAL) String type,
    @Key(doc = "tables that Proteus leaves alone", usual = "[]") List<String> excludeTables) {
  /** The engine of a file that names none: the first that there was. */
  public static final String USUAL = "hbase";

  public EngineSettings {
    excludeTables = List.copyOf(excludeTables);
  }
}
