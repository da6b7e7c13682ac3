/** Running the tenants against a store, all at once, and measuring what they get. */
@NullMarked
package io.proteus.workloads.run;

import org.jspecify.annotations.NullMarked;
