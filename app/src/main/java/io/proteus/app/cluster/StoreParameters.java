package io.proteus.app.cluster;

import io.proteus.controller.parameter.SettingsReview;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreSettings;

/**
 * What can be set in a store, and what is.
 *
 * @param settings as the store tells them
 */
public record StoreParameters(ParameterCatalogue catalogue, StoreSettings settings) {

  /** Asks every node and reads every table. */
  public SettingsReview review() throws PortException {
    return new SettingsReview(catalogue, settings.ofNodes(catalogue.keys()), settings.ofTables());
  }
}
