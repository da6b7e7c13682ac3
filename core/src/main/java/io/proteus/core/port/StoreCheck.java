package io.proteus.core.port;

import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import java.util.List;

/**
 * Asks a store for something that may be wrong with it, beside what an observation tells. An engine
 * brings those that only it knows. A check changes nothing, and each call is bounded.
 */
public interface StoreCheck {
  /** Short, in small letters with hyphens. */
  String name();

  /**
   * What is wrong; nothing where all is well.
   *
   * @throws PortException where it cannot be looked at
   */
  List<Finding> findings(Topology now) throws PortException;
}
