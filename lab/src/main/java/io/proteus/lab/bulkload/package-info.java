/** How prepared tables take a bulk load, against tables as they are. */
@NullMarked
package io.proteus.lab.bulkload;

import org.jspecify.annotations.NullMarked;
