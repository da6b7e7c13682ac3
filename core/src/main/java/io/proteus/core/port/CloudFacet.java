package io.proteus.core.port;

/**
 * One kind of change to the place where nodes run. A cloud has the facets that it implements: a
 * cloud that only restarts nodes has no {@link Machines}. A call may take as long as a node takes
 * to start.
 */
public interface CloudFacet {}
