package io.proteus.core.port;

/** All that a step of a plan may act on. */
public record Ports(Engine engine, Cloud cloud) {}
