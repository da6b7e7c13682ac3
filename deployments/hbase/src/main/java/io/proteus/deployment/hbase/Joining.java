package io.proteus.deployment.hbase;

import java.time.Duration;

/**
 * How a RegionServer came into the cluster, part by part (TIR-4, TIR-8).
 *
 * @param server its name
 * @param configuration until its settings were written
 * @param process from then until its process answers on its port; its DataNode is started before it
 * @param registration from then until the master knows it
 */
public record Joining(
    String server, Duration configuration, Duration process, Duration registration) {}
