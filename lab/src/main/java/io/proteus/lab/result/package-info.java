/**
 * What an experiment has found: its result as a file, and the figures that follow from it.
 *
 * <p>The file is described by {@code docs/schema/experiment.schema.json}.
 */
@NullMarked
package io.proteus.lab.result;

import org.jspecify.annotations.NullMarked;
