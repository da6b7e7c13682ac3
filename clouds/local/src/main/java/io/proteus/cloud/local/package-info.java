/**
 * Processes of this machine: started, capped, watched and ended so that none is ever unknown.
 *
 * <p>Knows nothing of any store.
 */
@NullMarked
package io.proteus.cloud.local;

import org.jspecify.annotations.NullMarked;
