/** Machines that an operator has: nodes are started, stopped and set over SSH (MET-10, TIR-4). */
@NullMarked
package io.proteus.cloud.ssh;

import org.jspecify.annotations.NullMarked;
