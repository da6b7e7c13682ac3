package io.proteus.core.port;

/**
 * One kind of change to where nodes run. A cloud has those that it implements: one that can only
 * restart nodes has no {@link Machines}. Such a call may take as long as a node takes to start.
 */
public interface CloudFacet {}
