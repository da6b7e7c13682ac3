/** Servers that are added under fixed rates of requests, with and without their data (TIR-8). */
@NullMarked
package io.proteus.lab.growth;

import org.jspecify.annotations.NullMarked;
