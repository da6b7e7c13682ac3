/** {@code proteus bulk-load}: a table set up for a load, and put back afterwards. */
@NullMarked
package io.proteus.app.bulkload;

import org.jspecify.annotations.NullMarked;
