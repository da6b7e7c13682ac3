/** Row keys that operators give, in files and settings. */
@NullMarked
package io.proteus.controller.keys;

import org.jspecify.annotations.NullMarked;
