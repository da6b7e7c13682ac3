/** The use of partitions (MET-6). */
@NullMarked
package io.proteus.core.workload;

import org.jspecify.annotations.NullMarked;
