/** An experiment's result as a page and pictures, from its file alone. */
@NullMarked
package io.proteus.lab.report;

import org.jspecify.annotations.NullMarked;
