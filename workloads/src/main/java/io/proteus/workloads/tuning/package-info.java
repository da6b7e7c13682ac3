/** What matters among a store's parameters, and which values are best: experiments and search. */
@NullMarked
package io.proteus.workloads.tuning;

import org.jspecify.annotations.NullMarked;
