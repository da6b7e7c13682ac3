/** The JSON that Proteus writes and reads: documented in docs/schema. */
@NullMarked
package io.proteus.controller.json;

import org.jspecify.annotations.NullMarked;
