/** A store that lives in memory and misbehaves on demand, and what every engine must show. */
@NullMarked
package io.proteus.testkit;

import org.jspecify.annotations.NullMarked;
