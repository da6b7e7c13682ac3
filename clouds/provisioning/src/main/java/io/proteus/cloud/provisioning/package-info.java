/** From a machine to a node: its files, its monitor and its store (TIR-4), for every cloud. */
@NullMarked
package io.proteus.cloud.provisioning;

import org.jspecify.annotations.NullMarked;
