/** What may be wrong with a cluster, as engines and decisions tell it. */
@NullMarked
package io.proteus.core.health;

import org.jspecify.annotations.NullMarked;
