/** The catalogue of parameters as a file, and what a cluster's settings look like beside it. */
@NullMarked
package io.proteus.controller.parameter;

import org.jspecify.annotations.NullMarked;
