/** What the store has acknowledged, so that after a run every write can be asked back. */
@NullMarked
package io.proteus.workloads.ledger;

import org.jspecify.annotations.NullMarked;
