/** Policies as files: the class of workload and its settings (PCM-1 to PCM-5). */
@NullMarked
package io.proteus.controller.policy;

import org.jspecify.annotations.NullMarked;
