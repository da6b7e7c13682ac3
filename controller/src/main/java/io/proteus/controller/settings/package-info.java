/** Settings: how they are declared, read from a file, described and refused. */
@NullMarked
package io.proteus.controller.settings;

import org.jspecify.annotations.NullMarked;
