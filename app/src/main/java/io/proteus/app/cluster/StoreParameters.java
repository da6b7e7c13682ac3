package io.proteus.app.cluster;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.parameter.SettingsReview;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreSettings;
import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What can be set in a store, and what is.
 *
 * @param settings as the store tells them; null where it has none to tell
 */
public record StoreParameters(ParameterCatalogue catalogue, @Nullable StoreSettings settings) {

  static StoreParameters of(EngineProvider<?> engine, @Nullable StoreSettings settings) {
    return new StoreParameters(
        engine
            .guide()
            .map(CatalogueFile::of)
            .orElseGet(
                () ->
                    new ParameterCatalogue(
                        engine.type(), List.of(), Map.of(), List.of(), List.of())),
        settings);
  }

  /** Asks every node and reads every table. */
  public SettingsReview review() throws PortException {
    if (settings == null) {
      throw new InvalidValue("parameters: this store does not tell what it is set to.");
    }
    return new SettingsReview(catalogue, settings.ofNodes(catalogue.keys()), settings.ofTables());
  }
}
