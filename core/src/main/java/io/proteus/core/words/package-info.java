/**
 * Sentences whose terms and figures are arguments, so that each store is shown in its own words.
 */
@NullMarked
package io.proteus.core.words;

import org.jspecify.annotations.NullMarked;
