package io.proteus.core.port;

import java.util.Optional;

/**
 * A place where nodes run.
 *
 * @param facets what may be done there
 * @param hosts how busy its machines are; empty where it does not tell
 * @param claiming who may act on the cluster; empty where that is for the store to say
 */
public record OpenCloud(
    Facets facets, Optional<HostMetrics> hosts, Optional<CloudClaiming> claiming) {

  /** A place where nothing is done and nothing is told. */
  public static OpenCloud none() {
    return new OpenCloud(Facets.of(), Optional.empty(), Optional.empty());
  }

  /** A cloud whose facets are all in one object. */
  public static OpenCloud of(CloudFacet cloud) {
    return new OpenCloud(
        Facets.of(cloud),
        cloud instanceof HostMetrics hosts ? Optional.of(hosts) : Optional.empty(),
        Optional.empty());
  }

  /** The same, where nodes are restarted so. */
  public OpenCloud with(Restarts restarts) {
    return new OpenCloud(facets.and(Facets.of(restarts)), hosts, claiming);
  }

  /** The same, where the claim is kept there, too. */
  public OpenCloud with(CloudClaiming claims) {
    return new OpenCloud(facets, hosts, Optional.of(claims));
  }
}
