/** The journal: append-only, and safe against a crash at any moment. */
@NullMarked
package io.proteus.controller.journal;

import org.jspecify.annotations.NullMarked;
