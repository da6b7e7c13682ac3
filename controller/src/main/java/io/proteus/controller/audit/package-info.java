/** A log of what people and Proteus did, of which each entry has the hash of the one before it. */
@NullMarked
package io.proteus.controller.audit;

import org.jspecify.annotations.NullMarked;
