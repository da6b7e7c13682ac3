package io.proteus.core.port;

import io.proteus.core.cluster.Capability;
import java.util.Optional;
import java.util.Set;

/**
 * All that Proteus looks at and acts on.
 *
 * @param store how the cluster is looked at
 * @param facets what may be done to it and to where its nodes run
 * @param claiming who may do it
 */
public record Ports(Store store, Facets facets, Claiming claiming) {

  /**
   * The ports of a store whose facets are all in one object.
   *
   * @param cloud where its nodes run, with the facets that it implements
   */
  public static <E extends Store & Claiming> Ports of(E engine, CloudFacet cloud) {
    return new Ports(engine, Facets.of(engine, cloud), engine);
  }

  /** The facet of this kind; empty where there is none. */
  public <F extends Facet> Optional<F> find(Class<F> kind) {
    return facets.find(kind);
  }

  /**
   * The facet of this kind, for a step that cannot do without.
   *
   * @throws PortException where there is none, as when the plan was made for another cluster
   */
  public <F extends Facet> F need(Class<F> kind) throws PortException {
    return find(kind).orElseThrow(() -> new PortException(absent(kind)));
  }

  private static String absent(Class<? extends Facet> kind) {
    return CloudFacet.class.isAssignableFrom(kind)
        ? "cloud.type: nobody here has %s, so the step cannot be carried out. Set who runs the nodes."
            .formatted(kind.getSimpleName())
        : "this store has no %s, so the step cannot be carried out on it."
            .formatted(kind.getSimpleName());
  }

  /** The capabilities of the store and of the place where it runs together. */
  public Set<Capability> capabilities() {
    return facets.capabilities();
  }
}
