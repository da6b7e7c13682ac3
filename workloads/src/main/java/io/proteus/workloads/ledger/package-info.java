/**
 * Records the writes that the store has acknowledged, so that all of them can be read back after a
 * run.
 */
@NullMarked
package io.proteus.workloads.ledger;

import org.jspecify.annotations.NullMarked;
