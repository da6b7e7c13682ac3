/** Policies as files: for which workload, and what is set then (PCM-1 to PCM-5). */
@NullMarked
package io.proteus.controller.policy;

import org.jspecify.annotations.NullMarked;
