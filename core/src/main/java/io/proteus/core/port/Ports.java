package io.proteus.core.port;

import io.proteus.core.cluster.Capability;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * All that Proteus looks at and acts on.
 *
 * @param store how the cluster is looked at
 * @param facets what may be done to it
 * @param claiming who may do it
 * @param cloud where its nodes run
 */
public record Ports(Store store, Facets facets, Claiming claiming, Cloud cloud) {

  /** Those of a store that is everything in one object. */
  public static <E extends Store & Claiming> Ports of(E engine, Cloud cloud) {
    return new Ports(engine, Facets.of(engine), engine, cloud);
  }

  /** The facet of this kind; empty when the store has none. */
  public <F extends Facet> Optional<F> find(Class<F> kind) {
    return facets.find(kind);
  }

  /**
   * The facet of this kind, for a step that cannot do without.
   *
   * @throws PortException when the store has none, as when the plan was made for another one
   */
  public <F extends Facet> F need(Class<F> kind) throws PortException {
    return find(kind)
        .orElseThrow(
            () ->
                new PortException(
                    "this store has no %s, so the step cannot be carried out on it."
                        .formatted(kind.getSimpleName())));
  }

  /** What the store and where it runs allow together. */
  public Set<Capability> capabilities() {
    Set<Capability> all = EnumSet.noneOf(Capability.class);
    all.addAll(facets.capabilities());
    all.addAll(cloud.capabilities());
    return all;
  }
}
