/** Who sends which operations to which rows: the six tenants of MET-16 and how their keys lie. */
@NullMarked
package io.proteus.workloads.tenant;

import org.jspecify.annotations.NullMarked;
