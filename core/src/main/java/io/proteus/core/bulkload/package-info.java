/**
 * How a table is loaded fast: where it is split beforehand, and which settings hold meanwhile
 * (HConfig, PCM-BL).
 */
@NullMarked
package io.proteus.core.bulkload;

import org.jspecify.annotations.NullMarked;
