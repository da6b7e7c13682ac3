/** The engines, clouds and sources of host metrics that are on the class path. */
@NullMarked
package io.proteus.controller.provider;

import org.jspecify.annotations.NullMarked;
