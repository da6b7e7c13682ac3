/** The clients: the six tenants of MET-16 with their operations, rows and keys. */
@NullMarked
package io.proteus.workloads.tenant;

import org.jspecify.annotations.NullMarked;
