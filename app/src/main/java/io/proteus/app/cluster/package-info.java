/** Puts together what a command acts with. */
@NullMarked
package io.proteus.app.cluster;

import org.jspecify.annotations.NullMarked;
