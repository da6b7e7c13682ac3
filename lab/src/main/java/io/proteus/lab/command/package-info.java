/** The commands that the laboratory brings to the command line. */
@NullMarked
package io.proteus.lab.command;

import org.jspecify.annotations.NullMarked;
