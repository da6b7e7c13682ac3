/** Experiments of the papers, run for real on a local cluster. */
@NullMarked
package io.proteus.app.experiment;

import org.jspecify.annotations.NullMarked;
