/** What engines keep in files beside a cluster that has no place for it: claims and notes. */
@NullMarked
package io.proteus.engine.file;

import org.jspecify.annotations.NullMarked;
