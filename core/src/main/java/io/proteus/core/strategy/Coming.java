package io.proteus.core.strategy;

import java.time.Instant;

/**
 * What a workload asks for.
 *
 * @param since when it was first seen to ask for it, and has ever since
 */
public record Coming(Choice choice, Instant since) {}
