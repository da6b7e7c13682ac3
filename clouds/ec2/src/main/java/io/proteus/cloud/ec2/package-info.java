/** Instances of EC2: machines that are started and ended by its interface (MET-10, TIR-4). */
@NullMarked
package io.proteus.cloud.ec2;

import org.jspecify.annotations.NullMarked;
