/** An experiment's result as a page and pictures, from its file alone. */
@NullMarked
package io.proteus.workloads.report;

import org.jspecify.annotations.NullMarked;
