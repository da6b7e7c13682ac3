/** {@code proteus demo}: what Proteus does, on a real cluster, in a few minutes. */
@NullMarked
package io.proteus.lab.demo;

import org.jspecify.annotations.NullMarked;
