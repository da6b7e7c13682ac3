package io.proteus.core.strategy;

import java.time.Instant;

/**
 * An action that was undone.
 *
 * @param at when what it had changed was back
 * @param plan the last plan of the action
 * @param grew whether it had added nodes
 */
public record Undone(Instant at, String plan, boolean grew) {}
