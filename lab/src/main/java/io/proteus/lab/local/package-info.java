/** {@code proteus local}: a real HBase cluster on this machine, to try Proteus on. */
@NullMarked
package io.proteus.lab.local;

import org.jspecify.annotations.NullMarked;
