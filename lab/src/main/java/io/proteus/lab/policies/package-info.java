/** What tuning policies gain for each workload, on a real cluster. */
@NullMarked
package io.proteus.lab.policies;

import org.jspecify.annotations.NullMarked;
