/** What matters among a store's parameters, and which values are best: experiments and search. */
@NullMarked
package io.proteus.lab.tuner;

import org.jspecify.annotations.NullMarked;
