/** How is each node configured? One policy a file. */
@NullMarked
package io.proteus.core.strategy.configuration;

import org.jspecify.annotations.NullMarked;
