/** Traces of plans, for OpenTelemetry. */
@NullMarked
package io.proteus.app.trace;

import org.jspecify.annotations.NullMarked;
