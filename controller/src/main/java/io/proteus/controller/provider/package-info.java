/** The engines and clouds that are on the class path. */
@NullMarked
package io.proteus.controller.provider;

import org.jspecify.annotations.NullMarked;
