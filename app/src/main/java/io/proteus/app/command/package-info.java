/** One subcommand a file. */
@NullMarked
package io.proteus.app.command;

import org.jspecify.annotations.NullMarked;
