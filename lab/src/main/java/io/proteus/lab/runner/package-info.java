/** What experiments have in common: what is measured in which order, how often, and kept. */
@NullMarked
package io.proteus.lab.runner;

import org.jspecify.annotations.NullMarked;
