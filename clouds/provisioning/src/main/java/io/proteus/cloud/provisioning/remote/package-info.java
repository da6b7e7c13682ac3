/** Commands and files on machines, over SSH (MET-11, TIR-4). */
@NullMarked
package io.proteus.cloud.provisioning.remote;

import org.jspecify.annotations.NullMarked;
