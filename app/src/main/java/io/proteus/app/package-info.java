/** The command line and the place where everything is put together. */
@NullMarked
package io.proteus.app;

import org.jspecify.annotations.NullMarked;
