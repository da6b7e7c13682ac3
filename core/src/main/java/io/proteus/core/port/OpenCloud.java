package io.proteus.core.port;

import java.util.Optional;

/**
 * A place where nodes run.
 *
 * @param hosts how busy its machines are; empty where it does not tell
 */
public record OpenCloud(Cloud cloud, Optional<HostMetrics> hosts) {}
