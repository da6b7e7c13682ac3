/**
 * What a cluster looks like to people: pure values, made from an observation, a plan and reasons.
 * The terminal renders them, and the REST interface writes them as JSON.
 */
@NullMarked
package io.proteus.app.view;

import org.jspecify.annotations.NullMarked;
